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

/** The icon of our windows in title bar and taskbar. Windows picks a size from an `.ico`. */
export function windowIcon(outDirectory: string, platform: NodeJS.Platform = process.platform): string {
  return path.join(outDirectory, '..', 'resources', platform === 'win32' ? 'icon.ico' : 'icon.png');
}

let contrast = false;

/** Sets the theme of frames, menus and pages that may not read the setting. */
export function showTheme(theme: Settings['theme']): void {
  contrast = theme.startsWith('high-contrast-');
  nativeTheme.themeSource = schemes[theme];
}

const schemes: Readonly<Record<Settings['theme'], Electron.NativeTheme['themeSource']>> = {
  system: 'system',
  light: 'light',
  dark: 'dark',
  'high-contrast-light': 'light',
  'high-contrast-dark': 'dark',
};

export function isTheme(value: unknown): value is Settings['theme'] {
  return typeof value === 'string' && Object.hasOwn(schemes, value);
}

/** The address of a page that may not read the setting. */
export function withTheme(page: string): string {
  return contrast ? `${page}${highContrastMark}` : page;
}

/**
 * Wayland windows show from the beginning, and are never hidden: a hidden one has no surface to paint into, and stays
 * empty or never becomes ready. https://github.com/electron/electron/issues/48859
 */
export const showsAtOnce = isOnWayland(electronStart());

/** Calls back when the page has its first picture, so that no empty window appears; on Wayland, when it is loaded. */
export function onceReady(window: BrowserWindow, listener: () => void): void {
  if (showsAtOnce) window.webContents.once('did-finish-load', listener);
  else window.once('ready-to-show', listener);
}
