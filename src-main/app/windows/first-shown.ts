import type { BrowserWindow } from 'electron';
import { isOnWayland } from '../lifecycle/display-server.ts';
import { electronStart } from '../lifecycle/electron-start.ts';

/**
 * Windows of Wayland show from the beginning, and are never hidden: one that was hidden has no place to paint into, and is
 * empty or never told to be ready. https://github.com/electron/electron/issues/48859
 */
export const showsAtOnce = isOnWayland(electronStart());

/** Calls when the page has its first picture, so that nobody sees an empty window; where it shows at once, when it is loaded. */
export function onceReady(window: BrowserWindow, listener: () => void): void {
  if (showsAtOnce) window.webContents.once('did-finish-load', listener);
  else window.once('ready-to-show', listener);
}
