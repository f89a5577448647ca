import type { Rect } from '#contract/model/geometry';
import type { XShape } from '../display/extensions.ts';
import type { XConnection } from '../display/connection.ts';
import { red } from '../../../../outline/label.ts';
import type { LabelBitmap } from './label.ts';
import type { Piece } from '../../../../outline/shape.ts';

const inputOutput = 1;
const zPixmap = 2;
const above = 0;

/**
 * A window that no window manager manages, that never takes focus and that clicks fall through: its input shape is
 * empty. Shaped rather than transparent, since a transparent window is black where no compositor runs.
 */
export class OverlayWindow {
  readonly #x: XConnection;
  readonly #shape: XShape;
  readonly id: number;
  #mapped = false;

  constructor(x: XConnection, shape: XShape) {
    this.#x = x;
    this.#shape = shape;
    this.id = x.client.AllocID();
    const values = { overrideRedirect: 1, backgroundPixel: (red.r << 16) | (red.g << 8) | red.b };
    x.client.CreateWindow(this.id, x.root, 0, 0, 1, 1, 0, 0, inputOutput, 0, values);
    shape.Rectangles(shape.Op.Set, shape.Kind.Input, this.id, 0, 0, []);
  }

  /** Stands there, painted only in `pieces`, relative to `bounds`; on top of everything that is shown now. */
  outline(bounds: Rect, pieces: readonly Piece[]): void {
    this.#shape.Rectangles(this.#shape.Op.Set, this.#shape.Kind.Bounding, this.id, 0, 0, pieces);
    this.#place(bounds);
  }

  draw(bitmap: LabelBitmap, at: { readonly x: number; readonly y: number }): void {
    const { client, root, screen } = this.#x;
    const { width, height } = bitmap;
    const [pixmap, gc] = [client.AllocID(), client.AllocID()];
    client.CreatePixmap(pixmap, root, screen.root_depth, width, height);
    client.CreateGC(gc, pixmap, {});
    client.PutImage(zPixmap, pixmap, gc, width, height, 0, 0, 0, screen.root_depth, bitmap.bgrx);
    // As background, so that the server repaints it and no one has to listen for exposures.
    client.ChangeWindowAttributes(this.id, { backgroundPixmap: pixmap });
    client.FreeGC(gc);
    client.FreePixmap(pixmap);
    this.#shape.Rectangles(this.#shape.Op.Set, this.#shape.Kind.Bounding, this.id, 0, 0, [[0, 0, width, height]]);
    this.#place({ ...at, width, height });
    client.ClearArea(this.id, 0, 0, 0, 0, 0);
  }

  raise(): void {
    this.#x.client.ConfigureWindow(this.id, { stackMode: above });
  }

  hide(): void {
    if (this.#mapped) this.#x.client.UnmapWindow(this.id);
    this.#mapped = false;
  }

  show(): void {
    if (!this.#mapped) this.#x.client.MapWindow(this.id);
    this.#mapped = true;
  }

  destroy(): void {
    this.#x.client.DestroyWindow(this.id);
  }

  #place(bounds: Rect): void {
    this.#x.client.ConfigureWindow(this.id, { ...bounds, stackMode: above });
    this.show();
  }
}
