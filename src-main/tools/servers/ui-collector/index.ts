import { addControlList } from './add-control-list.ts';
import { getDesktopAppInfo, getDesktopAppTargetInfo } from './desktop-windows.ts';
import { captureDesktopScreenshot, captureWindowScreenshot } from './screenshots.ts';
import { getUiTree } from './ui-tree.ts';
import { getAppWindowControlsInfo, getAppWindowControlsTargetInfo, getAppWindowInfo } from './window-controls.ts';

export const uiCollector = [
  getDesktopAppInfo,
  getDesktopAppTargetInfo,
  getAppWindowInfo,
  getAppWindowControlsInfo,
  getAppWindowControlsTargetInfo,
  getUiTree,
  captureWindowScreenshot,
  captureDesktopScreenshot,
  addControlList,
];
