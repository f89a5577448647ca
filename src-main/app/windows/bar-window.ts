import { BrowserWindow, type Rectangle } from 'electron';
import { pages, type Role, type Roles } from '../ipc/sender.ts';
import { onceReady, showsAtOnce, withTheme, webPreferences, windowIcon } from './window-options.ts';

export interface BarOptions {
  readonly outDirectory: string;
  readonly roles: Roles;
}

/**
 * A narrow window without a frame, above all others, that takes no focus: pressing its buttons leaves the keyboard with
 * the app in front.
 */
export function createBarWindow(role: Role, title: string, bounds: Rectangle, options: BarOptions): BrowserWindow {
  const { outDirectory, roles } = options;
  const window = new BrowserWindow({
    ...bounds,
    frame: false,
    // The shadow would be a part of its X window, and block picking below it.
    hasShadow: false,
    roundedCorners: false,
    resizable: false,
    movable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    focusable: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    show: showsAtOnce,
    title,
    icon: windowIcon(outDirectory),
    webPreferences: webPreferences(outDirectory),
  });
  roles.register(window.webContents, role);
  window.setAlwaysOnTop(true, 'screen-saver');
  onceReady(window, () => window.showInactive());
  void window.loadURL(withTheme(pages[role]));
  return window;
}
