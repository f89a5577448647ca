import { BrowserWindow, screen } from 'electron';
import { questionTitle } from '../../base/processes/announce-process.ts';
import type { Log } from '../../base/log.ts';
import type { Turn } from '../../permissions/prompt-lock.ts';
import { pages, type Roles } from '../ipc/sender.ts';
import { onceReady, showsAtOnce, withTheme, webPreferences, windowIcon } from './window-options.ts';

/** In CSS pixels: an ordinary question with its picture. On a low screen the question scrolls sooner. */
const [width, height] = [560, 570];
/** A page that is gone more often than this within {@link countedMs} is not shown again before the next question. */
const mostCrashes = 3;
const countedMs = 60_000;
/** Size of a window manager's frame. */
const frame = 40;

export interface PermissionWindowOptions {
  readonly outDirectory: string;
  readonly roles: Roles;
  /** A person closed the window while questions waited. */
  readonly onClosed: () => void;
  readonly log: Log;
}

/**
 * The only window that may call `permissions.decide`: a separate page and process, so that nothing in the main window
 * can answer in the user's place. Open while questions are pending, closed otherwise; closing it is a denial.
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
    // Cleared first: the next question, which may come before it is gone, gets a new window.
    this.#window = null;
    done?.close();
  }

  /** Raises the window above any that covers it. */
  looked(objection: string): void {
    if (objection !== '' && this.#window?.isVisible()) this.#window.moveTop();
  }

  /** Shows the question again; if no page survives, nobody answers, and nothing is permitted at the deadline. */
  #reopen(): void {
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < countedMs), now];
    if (this.#turn !== 'question' || this.#crashes.length > mostCrashes) return;
    // Chromium is still tearing down the old window.
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
    // A destroyed window was not closed by the user: there is no answer.
    let isClosedByHand = false;
    window.once('close', () => (isClosedByHand = true));
    window.once('closed', () => {
      if (this.#window !== window) return;
      this.#window = null;
      if (isClosedByHand) this.#options.onClosed();
      else this.#reopen();
    });
    // A crashed page can answer nothing. It may crash with that of the previous question, whose process it can share.
    window.webContents.once('render-process-gone', (_, { reason }) => {
      this.#options.log('warn', `the page of the permission window is gone: ${reason}`);
      window.destroy();
    });
    void window.loadURL(withTheme(pages.permission));
    return window;
  }
}
