import { BrowserWindow } from 'electron';
import { pages, type Roles } from '../ipc/sender.ts';
import { webPreferences } from './web-preferences.ts';

/**
 * The only window that may call `permissions.decide`: a page and a process of its own, so that nothing the main window
 * shows or runs can answer in the user's place. Open while questions wait, closed otherwise; closing it decides nothing,
 * the deadline then answers no.
 */
export class PermissionWindow {
  readonly #options: { readonly outDirectory: string; readonly roles: Roles };
  #window: BrowserWindow | null = null;

  constructor(options: { readonly outDirectory: string; readonly roles: Roles }) {
    this.#options = options;
  }

  /** Shows or hides the window by how many questions wait. */
  update(waiting: number): void {
    if (waiting === 0) {
      this.#window?.close();
      return;
    }
    this.#window ??= this.#open();
    this.#window.moveTop();
  }

  #open(): BrowserWindow {
    const window = new BrowserWindow({
      width: 480,
      height: 320,
      resizable: false,
      minimizable: false,
      maximizable: false,
      alwaysOnTop: true,
      title: 'Deskscope: permission',
      show: false,
      autoHideMenuBar: true,
      webPreferences: webPreferences(this.#options.outDirectory),
    });
    this.#options.roles.register(window.webContents, 'permission');
    window.once('ready-to-show', () => window.show());
    window.once('closed', () => (this.#window = null));
    void window.loadURL(pages.permission);
    return window;
  }
}
