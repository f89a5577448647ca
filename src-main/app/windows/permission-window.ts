import { BrowserWindow, screen } from 'electron';
import { questionTitle } from '../../base/announce-process.ts';
import type { Turn } from '../../permissions/floor.ts';
import { pages, type Roles } from '../ipc/sender.ts';
import { onceReady, showsAtOnce } from './first-shown.ts';
import { withTheme } from './theme.ts';
import { webPreferences } from './web-preferences.ts';
import { windowIcon } from './window-icon.ts';

/** In pixels of the page: an ordinary question with its picture. On a low screen what is asked scrolls sooner. */
const [width, height] = [560, 570];
/** What a window manager may set around it. */
const frame = 40;

export interface PermissionWindowOptions {
  readonly outDirectory: string;
  readonly roles: Roles;
  /** The window went while questions waited. */
  readonly onClosed: () => void;
}

/**
 * The only window that may call `permissions.decide`: a page and a process of its own, so that nothing the main window
 * shows or runs can answer in the user's place. Open while questions wait, closed otherwise; to close it is to deny.
 */
export class PermissionWindow {
  readonly #options: PermissionWindowOptions;
  #window: BrowserWindow | null = null;
  #turn: Turn = 'none';
  #isReady = false;

  constructor(options: PermissionWindowOptions) {
    this.#options = options;
  }

  /** Shows the window, puts it aside for acts that go first, or closes it. */
  update(turn: Turn): void {
    this.#turn = turn;
    if (turn === 'question') {
      if (!this.#window) this.#window = this.#open();
      else if (!this.#window.isVisible() && this.#isReady) this.#window.show();
      this.#window.moveTop();
      return;
    }
    if (turn === 'acts' && !showsAtOnce) {
      this.#window?.hide();
      return;
    }
    const done = this.#window;
    // First forgotten: the next question, which may come before it is gone, gets a window of its own.
    this.#window = null;
    done?.close();
  }

  /** Whatever comes over it goes below it again. */
  looked(objection: string): void {
    if (objection !== '' && this.#window?.isVisible()) this.#window.moveTop();
  }

  #open(): BrowserWindow {
    this.#isReady = false;
    const window = new BrowserWindow({
      width,
      height: Math.min(height, screen.getPrimaryDisplay().workAreaSize.height - frame),
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      alwaysOnTop: true,
      title: questionTitle,
      show: showsAtOnce,
      autoHideMenuBar: true,
      icon: windowIcon(this.#options.outDirectory),
      webPreferences: webPreferences(this.#options.outDirectory),
    });
    this.#options.roles.register(window.webContents, 'permission');
    onceReady(window, () => {
      this.#isReady = true;
      if (this.#turn === 'question') window.show();
    });
    window.once('closed', () => {
      if (this.#window !== window) return;
      this.#window = null;
      this.#options.onClosed();
    });
    // A page that died can answer nothing.
    window.webContents.once('render-process-gone', () => window.destroy());
    void window.loadURL(withTheme(pages.permission));
    return window;
  }
}
