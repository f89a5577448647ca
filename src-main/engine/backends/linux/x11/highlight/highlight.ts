import { AppError } from '#contract/errors';
import { intersect, type Rect } from '#contract/model/geometry';
import { sleep } from '../../../../../base/async/deadline.ts';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { HighlightProvider, OutlineBox } from '../../../../backend.ts';
import { rateLimited } from '../../../../watch/rate-limit.ts';
import {
  labelPosition,
  outlineBounds,
  outlinePieces,
  piecesBeside,
  type Piece,
  red,
} from '../../../../outline/shape.ts';
import type { XConnection } from '../display/connection.ts';
import { hasCompositor, type XShape } from '../display/extensions.ts';
import { readScale, screenBounds } from '../display/monitors.ts';
import { renderLabel, type LabelBitmap } from './label.ts';

/** A compositor removes the outlines only after a frame or two. */
const compositorSettleMs = 50;

/** Red outlines with labels on the desktop; can be hidden during a capture. */
export class Highlight implements HighlightProvider {
  readonly #x: XConnection;
  /** Outline and label of each box shown; windows are reused. */
  readonly #outlines: OverlayWindow[] = [];
  readonly #labels: OverlayWindow[] = [];
  #shown: OverlayWindow[] = [];
  #listening: Disposable | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(x: XConnection) {
    this.#x = x;
  }

  show(boxes: readonly OutlineBox[]): Promise<void> {
    return this.#inTurn(async () => {
      const [shape, scale] = await Promise.all([this.#shape(), readScale(this.#x)]);
      const shown: OverlayWindow[] = [];
      for (const [i, box] of boxes.entries()) shown.push(...(await this.#showBox(shape, box, i, scale)));
      for (const window of this.#shown) if (!shown.includes(window)) window.hide();
      this.#shown = shown;
      this.#listen(shown.length > 0);
      await this.#x.sync();
    });
  }

  /** Runs `work` while our surfaces are hidden. */
  whileHidden<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (this.#shown.length === 0) return work();
      for (const window of this.#shown) window.hide();
      await this.#x.sync();
      if (await hasCompositor(this.#x)) await sleep(compositorSettleMs);
      try {
        return await work();
      } finally {
        for (const window of this.#shown) window.show();
        await this.#x.sync();
      }
    });
  }

  /** Menus and pop-ups opened later are stacked above the outlines by the server. */
  #listen(on: boolean): void {
    if (on === (this.#listening !== null)) return;
    this.#listening?.dispose();
    this.#listening = on ? this.#stayAbove() : null;
  }

  /** Only newly opened windows are answered, never raised ones: two topmost programs would loop forever. */
  #stayAbove(): Disposable {
    const limited = rateLimited(() => void this.#inTurn(() => this.#raise()).catch(() => undefined));
    const received = this.#x.onEvent(({ name, wid, overrideRedirect }) => {
      const ours = this.#shown.some((window) => window.id === wid);
      if (name === 'MapNotify' && overrideRedirect && !ours) limited.hint();
    });
    return {
      dispose() {
        received.dispose();
        limited.dispose();
      },
    };
  }

  async #raise(): Promise<void> {
    for (const window of this.#shown) window.raise();
    await this.#x.sync();
  }

  close(): void {
    this.#listen(false);
    for (const window of [...this.#outlines, ...this.#labels]) window.destroy();
  }

  async #showBox(shape: XShape, box: OutlineBox, index: number, scale: number): Promise<OverlayWindow[]> {
    const screen = await screenBounds(this.#x);
    const { keepClear = [] } = box;
    const bounds = outlineBounds(box.bounds, screen, scale);
    const outline = (this.#outlines[index] ??= new OverlayWindow(this.#x, shape));
    const pieces = outlinePieces(bounds.width, bounds.height, box.line, scale);
    outline.outline(bounds, piecesBeside(pieces, bounds, keepClear));
    if (box.label.trim() === '') return [outline];
    const bitmap = await renderLabel(box.label, scale);
    const at = labelPosition(box.bounds, bitmap, screen, scale);
    const { width, height } = bitmap;
    if (keepClear.some((place) => intersect(place, { ...at, width, height }))) return [outline];
    const label = (this.#labels[index] ??= new OverlayWindow(this.#x, shape));
    label.draw(bitmap, at);
    return [outline, label];
  }

  async #shape(): Promise<XShape> {
    const shape = await this.#x.extension('shape');
    if (!shape)
      throw new AppError('unsupported_platform', 'The X server has no SHAPE extension to draw outlines with.');
    return shape;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

const inputOutput = 1;

const zPixmap = 2;

const above = 0;

/**
 * An override-redirect window that never takes focus and is click-through, since its input shape is empty. Shaped rather than
 * transparent, since a transparent window is black without a compositor.
 */
class OverlayWindow {
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

  /** At `bounds`, painted only in `pieces`, which are relative to `bounds`; above all current windows. */
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
    // As background, so that the server repaints it without expose events.
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
