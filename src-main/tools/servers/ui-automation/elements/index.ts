import type { Tool } from '../../../define-tool.ts';
import { actions } from '../index.ts';
import { clickAt } from './click-at.ts';
import { drag } from './drag.ts';
import { elementAtPoint } from './element-at-point.ts';
import { getElement } from './get-element.ts';
import { getFocusedElement } from './get-focused-element.ts';
import { getSelectors } from './get-selectors.ts';
import { moveMouse } from './move-mouse.ts';
import { parseScreen } from './parse-screen.ts';
import { pressKeys } from './press-keys.ts';
import { readTable } from './read-table.ts';
import { screenshot } from './screenshot.ts';
import { scroll } from './scroll.ts';
import { setChecked, setExpanded, setValue } from './setting.ts';
import { snapshot } from './snapshot.ts';

/** A tool for each thing that can be done with elements: what models do best with. */
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
