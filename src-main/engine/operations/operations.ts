import type { EngineMethod } from '../engine.ts';
import type { Operation } from './operation.ts';
import { describe, listWindows } from './describe.ts';
import { highlight } from '../outline/outlines.ts';
import { capture, encodeShot, snap } from '../picture/snap.ts';
import { marks } from '../picture/marks/marks.ts';
import { aim } from '../input/aim.ts';
import { desktopKeys } from '../input/keyboard/desktop-keys.ts';
import { keyReceiver } from '../input/front.ts';
import { pressKeys, typeText } from '../input/keyboard/keyboard.ts';
import { click, drag, moveMouse, scroll } from '../input/mouse.ts';
import { ocr, ocrElement, ocrStatus } from '../ocr/ocr.ts';
import { readPicture } from '../ocr/read-picture.ts';
import { looksSo } from '../selectors/pictures/surroundings.ts';
import { findings } from '../findings/findings.ts';
import { selectors, setSelectorTrials } from '../selectors/rank.ts';
import { elementAt, elementUnderPointer, focused } from '../tree/hit.ts';
import { ancestors, cell, children, details, focusElement, glance, countInOneAnswer, tree } from '../tree/read.ts';
import { runPattern } from '../tree/run-pattern.ts';
import { find, nearMisses, search } from '../selectors/search.ts';
import { questionVisibility } from '../guard/asking.ts';
import { actOnWindow, setSnapping, runsTerminal, switchToNext } from '../windows/act.ts';
import { followEvents } from '../watch/events/event-logs.ts';
import { followTree } from '../watch/tree/tree-follower.ts';
import { moveToDesktop, moveToMonitor, showDesktop } from '../windows/elsewhere.ts';
import { launch } from '../windows/launch.ts';
import { windowAt as windowAtPoint, windowOf } from '../windows/lookup.ts';
import { moveWindow } from '../windows/place.ts';

const diagnose: Operation<'diagnose'> = ({ backend }) => backend.diagnose();

const setOwnProcesses: Operation<'setOwnProcesses'> = async (context, { processIds }) => {
  context.own.ids = new Set([process.pid, ...processIds]);
  // Listeners of the list need to learn of windows that became Deskscope's, or no longer are.
  await context.windows.read();
};

const startOf: Operation<'startOf'> = async (context, { window }) => {
  const { processId } = await windowOf(context, window);
  return (await context.backend.startOf?.(processId)) ?? null;
};

const settleInput: Operation<'settleInput'> = async ({ inputFeeds }, { isEnd = false }) => {
  await Promise.all([...inputFeeds].map((settle) => settle(isEnd)));
};

const windowIcon: Operation<'windowIcon'> = async (context, { window }) =>
  context.backend.windows.icon((await windowOf(context, window)).id);

const windowAt: Operation<'windowAt'> = (context, at) => windowAtPoint(context, at);

/** Every operation of the engine, by method. */
export const operations: { readonly [M in EngineMethod]: Operation<M> } = {
  describe,
  diagnose,
  setOwnProcesses,
  startOf,
  setSelectorTrials,
  questionVisibility,
  listWindows,
  windowIcon,
  actOnWindow,
  moveWindow,
  launch,
  moveToMonitor,
  moveToDesktop,
  showDesktop,
  setSnapping,
  switchToNext,
  tree,
  countInOneAnswer,
  followTree,
  followEvents,
  children,
  ancestors,
  details,
  glance,
  cell,
  elementAt,
  elementUnderPointer,
  windowAt,
  find,
  looksSo,
  nearMisses,
  search,
  selectors,
  findings,
  focused,
  focusElement,
  runPattern,
  aim,
  click,
  drag,
  scroll,
  moveMouse,
  typeText,
  pressKeys,
  keyReceiver,
  desktopKeys,
  settleInput,
  runsTerminal,
  capture,
  snap,
  encodeShot,
  highlight,
  marks,
  ocr,
  ocrElement,
  readPicture,
  ocrStatus,
};

export const engineMethods = Object.keys(operations) as readonly EngineMethod[];
