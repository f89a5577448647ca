import type { Point, Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { WindowSystem } from '../../window-system.ts';
import type { Layout, Projection } from '../layout.ts';

/** The X11 engine's additions for XWayland apps, in XWayland pixels. */
export interface XSide {
  readonly system: WindowSystem;
  /** The right edge of the rightmost monitor. */
  right(): Promise<number>;
  /** All of its windows, of any client. */
  list(): Promise<readonly WindowInfo[]>;
  /** The window whose app has a menu or list open at the point; null if there is none. */
  ownerOfPopupAt(point: Point): Promise<WindowId | null>;
  icon(window: WindowId): Promise<Uint8Array | null>;
}

/** Step size of reported scales: https://wayland.app/protocols/fractional-scale-v1 */
const steps = 120;

/** XWayland pixels: logical pixels, or as fine as the finest output if X apps scale themselves (KWin). */
export class XPixels {
  readonly #layout: Layout;
  /** Pixels per logical pixel. */
  readonly #density: number;

  constructor(layout: Layout, density: number) {
    this.#layout = layout;
    this.#density = density;
  }

  static async of(side: Pick<XSide, 'right'>, layout: Layout): Promise<XPixels> {
    const right = Math.max(...layout.outputs.map(({ logical }) => logical.x + logical.width));
    const density = right > 0 ? Math.round(((await side.right()) / right) * steps) / steps : 1;
    return new XPixels(layout, density > 0 ? density : 1);
  }

  /** Converts them to screen pixels, given the conversion from logical ones. */
  projection({ scale, shift }: Projection): Pick<Projection, 'scale' | 'shift'> {
    return { scale: scale / this.#density, shift };
  }

  toScreen({ x, y, width, height }: Rect): Rect {
    const by = this.#density;
    return this.#layout.toScreen({ x: x / by, y: y / by, width: width / by, height: height / by });
  }

  toLogical({ x, y }: Point): Point {
    return { x: x / this.#density, y: y / this.#density };
  }

  /** The pixel at a logical position. */
  at({ x, y }: Point): Point {
    return { x: Math.floor(x * this.#density), y: Math.floor(y * this.#density) };
  }
}
