import { screen, type BrowserWindow, type Rectangle } from 'electron';
import { createBarWindow, type BarOptions } from '../windows/bar-window.ts';

const size = { width: 760, height: 84 };
/** From the upper edge of the screen. */
const margin = 12;

/** The window of the bar for held calls: at the upper edge of the pointer's monitor. */
export class HeldBar {
  readonly #options: BarOptions;
  #window: BrowserWindow | null = null;

  constructor(options: BarOptions) {
    this.#options = options;
  }

  open(): void {
    if (this.#window) return;
    const window = createBarWindow('held', 'Deskscope: held', upperEdge(), this.#options);
    this.#window = window;
    window.once('closed', () => {
      if (this.#window === window) this.#window = null;
    });
  }

  close(): void {
    const window = this.#window;
    this.#window = null;
    window?.destroy();
  }
}

function upperEdge(): Rectangle {
  const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
  const x = Math.round(workArea.x + (workArea.width - size.width) / 2);
  return { x, y: workArea.y + margin, ...size };
}
