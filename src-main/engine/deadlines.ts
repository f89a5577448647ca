import type { EngineMethod } from './engine.ts';

interface Deadline {
  /** Default timeout in milliseconds. */
  readonly ms: number;
  /** Whether the call changes the desktop; a failure must then report whether it was delivered. */
  readonly acts: boolean;
}

const look = (ms: number): Deadline => ({ ms, acts: false });
const act = (ms: number): Deadline => ({ ms, acts: true });

/** The default deadline of every method, and whether the method acts. */
export const deadlines: Readonly<Record<EngineMethod, Deadline>> = {
  describe: look(5_000),
  diagnose: look(15_000),
  setOwnProcesses: look(5_000),
  startOf: look(5_000),
  setSelectorTrials: look(5_000),
  questionVisibility: look(1_000),
  listWindows: look(5_000),
  windowIcon: look(5_000),
  actOnWindow: act(5_000),
  moveWindow: act(5_000),
  moveToMonitor: act(8_000),
  moveToDesktop: act(5_000),
  showDesktop: act(5_000),
  setSnapping: act(5_000),
  switchToNext: act(5_000),
  launch: act(30_000),
  tree: look(15_000),
  countInOneAnswer: look(15_000),
  followTree: look(30_000),
  followEvents: look(30_000),
  children: look(10_000),
  ancestors: look(5_000),
  details: look(5_000),
  glance: look(5_000),
  cell: look(5_000),
  elementAt: look(5_000),
  elementUnderPointer: look(5_000),
  windowAt: look(5_000),
  find: look(15_000),
  looksSo: look(10_000),
  nearMisses: look(15_000),
  search: look(15_000),
  selectors: look(15_000),
  findings: look(30_000),
  focused: look(5_000),
  focusElement: act(5_000),
  runPattern: act(8_000),
  aim: look(10_000),
  click: act(5_000),
  drag: act(15_000),
  scroll: act(10_000),
  moveMouse: act(5_000),
  keyReceiver: look(2_000),
  desktopKeys: look(2_000),
  settleInput: look(30_000),
  runsTerminal: look(2_000),
  typeText: act(60_000),
  pressKeys: act(15_000),
  capture: look(10_000),
  snap: look(5_000),
  encodeShot: look(10_000),
  highlight: look(5_000),
  marks: look(15_000),
  ocr: look(60_000),
  ocrElement: look(60_000),
  readPicture: look(60_000),
  ocrStatus: look(5_000),
};
