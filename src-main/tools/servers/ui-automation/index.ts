import type { UiAction } from './action.ts';
import { find } from './actions/find.ts';
import { findAndClick, findAndSelect, findAndType } from './actions/find-and-act.ts';
import { focus, invoke, scrollIntoView } from './actions/element-acts.ts';
import { getText } from './actions/get-text.ts';
import { getTree } from './actions/get-tree.ts';
import { ocrElement, ocr, ocrStatus } from './actions/ocr.ts';
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

/** Each as in the contract, for tables. */
export const contractActions = actions.map(asContract);
