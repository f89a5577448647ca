import { runPattern } from './run-pattern.ts';
import { stepScroll } from './step-scroll.ts';
import { stepPressKeys, stepSetText, stepTypeText } from './steps-by-keyboard.ts';
import { stepClick, stepClickPlace, stepDrag, stepDragElement, stepHover } from './steps-by-mouse.ts';
import { stepsOnWindows } from './steps-on-windows.ts';
import { stepCondition, stepExpect, stepWait } from './steps-that-look.ts';

/** The steps of a recording, called by replay and exported scripts. */
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
 * Tools for our own window and command line: the panels of Inspect, and the steps of a recording. They are tools because every
 * act passes the tool-runner. Agents do not see them.
 */
export const deskscope = [runPattern, ...stepTools];
