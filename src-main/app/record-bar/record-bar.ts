import { screen, type BrowserWindow, type Rectangle } from 'electron';
import type { Log } from '../../base/log.ts';
import { createBarWindow, type BarOptions } from '../windows/bar-window.ts';
import { onScreen, readPlace, writePlace } from '../windows/window-place.ts';

const size = { width: 640, height: 44 };
/** Distance from the lower edge of the screen. */
const margin = 24;

export interface RecordBarOptions extends BarOptions {
  /** Keeps where the bar stands. */
  readonly placeFile: string;
  readonly log: Log;
}

/** The window of the bar that controls a recording: at its last position, else at the lower edge of the screen. */
export class RecordBar {
  readonly #options: RecordBarOptions;
  #window: BrowserWindow | null = null;

  constructor(options: RecordBarOptions) {
    this.#options = options;
  }

  open(): void {
    if (this.#window) return;
    const window = createBarWindow('record', 'Deskscope: recording', this.#place(), this.#options);
    this.#window = window;
    window.once('closed', () => {
      if (this.#window === window) this.#window = null;
    });
  }

  /** Puts its top left there, in Electron's pixels. */
  move(x: number, y: number): void {
    this.#window?.setBounds({ x, y, ...size });
  }

  close(): void {
    const window = this.#window;
    if (!window) return;
    this.#window = null;
    this.#keep(window.getBounds());
    window.destroy();
  }

  #place(): Rectangle {
    const kept = readPlace(this.#options.placeFile);
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
    const place = kept && onScreen({ ...kept, bounds: { ...kept.bounds, ...size } }, areas);
    if (place) return { ...place.bounds, ...size };
    const { workArea } = screen.getPrimaryDisplay();
    const x = Math.round(workArea.x + (workArea.width - size.width) / 2);
    return { x, y: workArea.y + workArea.height - size.height - margin, ...size };
  }

  #keep(bounds: Rectangle): void {
    try {
      writePlace(this.#options.placeFile, { bounds, maximized: false });
    } catch (error) {
      this.#options.log('warn', 'the place of the recording’s bar cannot be kept', error);
    }
  }
}
