import type { Point, Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { WindowSystem } from '../../window-system.ts';
import type { Layout, Projection } from '../layout.ts';

/** What the X11 engine adds for apps that come through XWayland, in the pixels of that. */
export interface XSide {
  readonly system: WindowSystem;
  /** Where the rightmost of its monitors ends. */
  right(): Promise<number>;
  /** All of its windows, whosever they are. */
  list(): Promise<readonly WindowInfo[]>;
  /** The window whose app has a menu or list open at the point; null if none has. */
  ownerOfPopupAt(point: Point): Promise<WindowId | null>;
  icon(window: WindowId): Promise<Uint8Array | null>;
}

/** Scales are reported in steps of these: https://wayland.app/protocols/fractional-scale-v1 */
const steps = 120;

/** The pixels of XWayland: a logical one each, or as fine as the finest output where apps of X should scale themselves (KWin). */
export class XPixels {
  readonly #layout: Layout;
  /** So many make a logical one. */
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

  /** What leads from them to screen pixels, where that leads there from logical ones. */
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

  /** The one that lies at a logical place. */
  at({ x, y }: Point): Point {
    return { x: Math.floor(x * this.#density), y: Math.floor(y * this.#density) };
  }
}
