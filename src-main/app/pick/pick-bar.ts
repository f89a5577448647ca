import { screen, type BrowserWindow, type Rectangle } from 'electron';
import type { PickBarState } from '#contract/events';
import type { Publisher } from '../ipc/publish.ts';
import { createBarWindow, type BarOptions } from '../windows/bar-window.ts';

const size = { width: 620, height: 44 };
/** Distance from the edge of the screen, and how near the pointer may come before the bar moves away. */
const margin = 12;
const lookMs = 120;

interface PickBarOptions extends BarOptions {
  readonly publisher: Publisher;
}

/**
 * At the top of the pointer's monitor, and at the bottom once the pointer comes near, so that elements below it can be
 * picked too.
 */
export class PickBar {
  readonly #options: PickBarOptions;
  #window: BrowserWindow | null = null;
  #looking: NodeJS.Timeout | undefined;

  constructor(options: PickBarOptions) {
    this.#options = options;
  }

  open(): void {
    if (this.#window) return;
    const window = createBarWindow('pick', 'Deskscope: pick', placeBar(screen.getCursorScreenPoint()), this.#options);
    this.#window = window;
    window.once('closed', () => this.#forget(window));
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

/** In Electron's coordinates, which are the page's, not pixels. */
function placeBar(pointer: Electron.Point): Rectangle {
  const { workArea } = screen.getDisplayNearestPoint(pointer);
  const x = Math.round(workArea.x + (workArea.width - size.width) / 2);
  const top = workArea.y + margin;
  const near =
    pointer.y < top + size.height + margin && Math.abs(pointer.x - x - size.width / 2) < size.width / 2 + margin;
  return { x, y: near ? workArea.y + workArea.height - size.height - margin : top, ...size };
}
