import path from 'node:path';
import { type WebPreferences, nativeTheme, type BrowserWindow } from 'electron';
import { highContrastMark } from '#contract/bridge';
import type { Settings } from '#contract/model/settings';
import { isOnWayland } from '../lifecycle/display-server.ts';
import { electronStart } from '../lifecycle/electron-start.ts';

/** The same locked-down page for every window of ours. */
export function webPreferences(outDirectory: string): WebPreferences {
  return {
    preload: path.join(outDirectory, 'preload', 'bridge.js'),
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
    navigateOnDragDrop: false,
  };
}

/** The icon of our windows in title bar and taskbar. Windows takes the size it wants from an `.ico`. */
export function windowIcon(outDirectory: string, platform: NodeJS.Platform = process.platform): string {
  return path.join(outDirectory, '..', 'resources', platform === 'win32' ? 'icon.ico' : 'icon.png');
}

let contrast = false;

/** What frames, menus and pages that may not read the setting follow from now on. */
export function showTheme(theme: Settings['theme']): void {
  contrast = theme.startsWith('high-contrast-');
  nativeTheme.themeSource = theme === 'system' ? theme : theme.endsWith('dark') ? 'dark' : 'light';
}

/** The address of a page that may not read the setting. */
export function withTheme(page: string): string {
  return contrast ? `${page}${highContrastMark}` : page;
}

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
