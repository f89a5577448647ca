import { BrowserWindow, screen, type Rectangle } from 'electron';
import type { PickBarState } from '#contract/events';
import type { Publisher } from '../ipc/publish.ts';
import { pages, type Roles } from '../ipc/sender.ts';
import { webPreferences } from '../windows/web-preferences.ts';
import { windowIcon } from '../windows/window-icon.ts';

const size = { width: 620, height: 44 };
/** From the edge of the screen, and how near the pointer may come before the bar makes room. */
const margin = 12;
const lookMs = 120;

/**
 * A narrow window above all others that takes no focus. It lies at the top of the monitor that the pointer is on, and at
 * the bottom once the pointer comes near: what is below it can be picked too.
 */
export class PickBar {
  readonly #options: { readonly outDirectory: string; readonly roles: Roles; readonly publisher: Publisher };
  #window: BrowserWindow | null = null;
  #looking: NodeJS.Timeout | undefined;

  constructor(options: { readonly outDirectory: string; readonly roles: Roles; readonly publisher: Publisher }) {
    this.#options = options;
  }

  open(): void {
    if (this.#window) return;
    const { outDirectory, roles } = this.#options;
    const window = new BrowserWindow({
      ...placeBar(screen.getCursorScreenPoint()),
      frame: false,
      resizable: false,
      movable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      focusable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      show: false,
      title: 'Deskscope: pick',
      icon: windowIcon(outDirectory),
      webPreferences: webPreferences(outDirectory),
    });
    this.#window = window;
    roles.register(window.webContents, 'pick');
    window.setAlwaysOnTop(true, 'screen-saver');
    window.once('ready-to-show', () => window.showInactive());
    window.once('closed', () => this.#forget(window));
    void window.loadURL(pages.pick);
    this.#looking = setInterval(() => this.#makeRoom(), lookMs);
  }

  show(state: PickBarState): void {
    this.#options.publisher.publish('pick.bar', state);
  }

  close(): void {
    const window = this.#window;
    if (!window) return;
    this.#forget(window);
    window.destroy();
  }

  #forget(window: BrowserWindow): void {
    if (this.#window !== window) return;
    clearInterval(this.#looking);
    this.#window = null;
  }

  #makeRoom(): void {
    const pointer = screen.getCursorScreenPoint();
    const { x, y } = placeBar(pointer);
    const [left, top] = this.#window?.getPosition() ?? [x, y];
    if (this.#window && (left !== x || top !== y)) this.#window.setBounds({ x, y, ...size });
  }
}

/** In the coordinates of Electron, which are those of the page and not of pixels. */
function placeBar(pointer: Electron.Point): Rectangle {
  const { workArea } = screen.getDisplayNearestPoint(pointer);
  const x = Math.round(workArea.x + (workArea.width - size.width) / 2);
  const top = workArea.y + margin;
  const near =
    pointer.y < top + size.height + margin && Math.abs(pointer.x - x - size.width / 2) < size.width / 2 + margin;
  return { x, y: near ? workArea.y + workArea.height - size.height - margin : top, ...size };
}
