import type { UiAction } from './action.ts';
import { find } from './actions/find.ts';
import { findAndClick } from './actions/find-and-click.ts';
import { findAndSelect } from './actions/find-and-select.ts';
import { findAndType } from './actions/find-and-type.ts';
import { focus } from './actions/focus.ts';
import { getText } from './actions/get-text.ts';
import { getTree } from './actions/get-tree.ts';
import { invoke } from './actions/invoke.ts';
import { ocrElement } from './actions/ocr-element.ts';
import { ocrStatus } from './actions/ocr-status.ts';
import { ocr } from './actions/ocr.ts';
import { scrollIntoView } from './actions/scroll-into-view.ts';
import { waitFor } from './actions/wait-for.ts';
import { asContract, createUiAutomation } from './ui-automation.ts';

/** In the order of the contract. */
export const actions: readonly UiAction[] = [
  find,
  findAndClick,
  findAndType,
  findAndSelect,
  invoke,
  waitFor,
  scrollIntoView,
  focus,
  getText,
  getTree,
  ocr,
  ocrElement,
  ocrStatus,
];

/** All of them as one tool. */
export const uiAutomation = createUiAutomation(actions);

/** Each of them as the contract has it, for tables. */
export const contractActions = actions.map(asContract);
