import { closeApp, closeWindow } from './closing.ts';
import { focusWindow, focusWindowByApp, switchToNextWindow } from './focusing.ts';
import { launchApp } from './launching.ts';
import { layouts } from './layouts/index.ts';
import { getActiveWindow, listApps, listWindows } from './looking.ts';
import {
  moveWindow,
  moveWindowToDesktop,
  moveWindowToMonitor,
  resizeWindow,
  showDesktop,
  maximizeWindow,
  minimizeWindow,
  restoreWindow,
  setAlwaysOnTop,
  setFullscreen,
} from './placing.ts';
import { waitForWindow } from './waiting.ts';

/** All window tools, for agents, our own window and the command line. */
export const windowManagement = [
  listWindows,
  getActiveWindow,
  listApps,
  focusWindow,
  focusWindowByApp,
  switchToNextWindow,
  minimizeWindow,
  maximizeWindow,
  restoreWindow,
  setFullscreen,
  setAlwaysOnTop,
  closeWindow,
  moveWindow,
  resizeWindow,
  moveWindowToMonitor,
  moveWindowToDesktop,
  showDesktop,
  launchApp,
  closeApp,
  waitForWindow,
  ...layouts,
];
