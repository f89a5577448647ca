import { BrowserWindow, nativeTheme } from 'electron';
import { pages, type Roles } from '../ipc/sender.ts';
import { webPreferences } from './web-preferences.ts';
import { windowIcon } from './window-icon.ts';

/** Creates the main window; it is shown once its first frame is drawn, so that it never flashes empty. */
export function createMainWindow(options: { readonly outDirectory: string; readonly roles: Roles }): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 800,
    minHeight: 500,
    title: 'Deskscope',
    show: false,
    autoHideMenuBar: true,
    // The renderer's own background, so that resizing shows no other colour.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1e1e1e' : '#ffffff',
    icon: windowIcon(options.outDirectory),
    webPreferences: webPreferences(options.outDirectory),
  });
  options.roles.register(window.webContents, 'main');
  window.once('ready-to-show', () => window.show());
  void window.loadURL(pages.main);
  return window;
}
