import { runPattern } from './run-pattern.ts';
import { stepScroll } from './step-scroll.ts';
import { stepPressKeys, stepSetText, stepTypeText } from './steps-by-keyboard.ts';
import { stepClick, stepClickPlace, stepDrag, stepDragElement, stepHover } from './steps-by-mouse.ts';
import { stepsOnWindows } from './steps-on-windows.ts';
import { stepCondition, stepExpect, stepWait } from './steps-that-look.ts';

/** The steps of a recording: what replay calls, and scripts that a recording was exported to. */
export const stepTools = [
  stepClick,
  stepClickPlace,
  stepDrag,
  stepDragElement,
  stepHover,
  stepScroll,
  stepSetText,
  stepTypeText,
  stepPressKeys,
  ...stepsOnWindows,
  stepExpect,
  stepWait,
  stepCondition,
];

/**
 * What people do from our own window and command line: the panels of Inspect, and the steps of a recording. Tools too,
 * because every act passes the tool-runner. Agents are not shown these.
 */
export const deskscope = [runPattern, ...stepTools];
