import { BrowserWindow, screen } from 'electron';
import { questionTitle } from '../../base/processes/announce-process.ts';
import type { Log } from '../../base/log.ts';
import type { Turn } from '../../permissions/prompt-lock.ts';
import { pages, type Roles } from '../ipc/sender.ts';
import { onceReady, showsAtOnce, withTheme, webPreferences, windowIcon } from './window-options.ts';

/** In pixels of the page: an ordinary question with its picture. On a low screen what is asked scrolls sooner. */
const [width, height] = [560, 570];
/** A page that is gone more often than this within {@link countedMs} is not shown again before the next question. */
const mostCrashes = 3;
const countedMs = 60_000;
/** What a window manager may set around it. */
const frame = 40;

export interface PermissionWindowOptions {
  readonly outDirectory: string;
  readonly roles: Roles;
  /** A person closed the window while questions waited. */
  readonly onClosed: () => void;
  readonly log: Log;
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
  #crashes: number[] = [];

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

  /** Shows what is asked again; if no page lives, nobody answers, and nothing is permitted when the time has ended. */
  #reopen(): void {
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < countedMs), now];
    if (this.#turn !== 'question' || this.#crashes.length > mostCrashes) return;
    // Chromium is still taking down what is gone.
    setImmediate(() => this.update(this.#turn));
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
    // A window that is destroyed is not closed by anybody: nobody has answered.
    let isClosedByHand = false;
    window.once('close', () => (isClosedByHand = true));
    window.once('closed', () => {
      if (this.#window !== window) return;
      this.#window = null;
      if (isClosedByHand) this.#options.onClosed();
      else this.#reopen();
    });
    // A page that died can answer nothing. It may die with that of the question before, whose process it can share.
    window.webContents.once('render-process-gone', (_, { reason }) => {
      this.#options.log('warn', `the page of the permission window is gone: ${reason}`);
      window.destroy();
    });
    void window.loadURL(withTheme(pages.permission));
    return window;
  }
}
