import type { Tool } from '../../../define-tool.ts';
import { actions } from '../index.ts';
import { clickAt, drag, moveMouse } from './pointer.ts';
import { elementAtPoint, getElement, getFocusedElement, getSelectors } from './get-element.ts';
import { parseScreen } from './parse-screen.ts';
import { pressKeys } from './keyboard.ts';
import { readTable } from './read-table.ts';
import { screenshot } from './screenshot.ts';
import { scroll } from './scroll.ts';
import { setChecked, setExpanded, setValue } from './setting.ts';
import { snapshot } from './snapshot.ts';

/** A tool for each action on elements, the form that models use best. */
export const elementTools: readonly Tool[] = [
  snapshot,
  ...actions,
  getElement,
  elementAtPoint,
  getFocusedElement,
  getSelectors,
  readTable,
  screenshot,
  parseScreen,
  setValue,
  setChecked,
  setExpanded,
  pressKeys,
  clickAt,
  scroll,
  drag,
  moveMouse,
];
