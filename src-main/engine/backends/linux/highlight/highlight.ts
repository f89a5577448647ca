import { sleep } from '../../../../base/deadline.ts';
import { AppError } from '#contract/errors';
import type { HighlightBox } from '#contract/model/engine';
import type { HighlightProvider } from '../../../backend.ts';
import type { XConnection } from '../x11/connection.ts';
import { hasCompositor } from '../x11/compositor.ts';
import type { XShape } from '../x11/extensions.ts';
import { screenBounds } from '../x11/monitors.ts';
import { renderLabel } from './label.ts';
import { OverlayWindow } from './overlay-window.ts';
import { labelPosition, outlineBounds, outlinePieces } from '../../../outline/shape.ts';

/** A compositor shows the screen without the outlines only with its next frame or two. */
const compositorSettleMs = 50;

/** Red outlines with labels on the desktop; they can be taken off while a picture is made. */
export class Highlight implements HighlightProvider {
  readonly #x: XConnection;
  /** Outline and label of each box that is shown; windows are kept and used again. */
  readonly #outlines: OverlayWindow[] = [];
  readonly #labels: OverlayWindow[] = [];
  #shown: OverlayWindow[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(x: XConnection) {
    this.#x = x;
  }

  show(boxes: readonly HighlightBox[]): Promise<void> {
    return this.#inTurn(async () => {
      const shape = await this.#shape();
      const shown: OverlayWindow[] = [];
      for (const [i, box] of boxes.entries()) shown.push(...(await this.#showBox(shape, box, i)));
      for (const window of this.#shown) if (!shown.includes(window)) window.hide();
      this.#shown = shown;
      await this.#x.sync();
    });
  }

  /** Runs `work` while nothing of ours is on the screen. */
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

  close(): void {
    for (const window of [...this.#outlines, ...this.#labels]) window.destroy();
  }

  async #showBox(shape: XShape, box: HighlightBox, index: number): Promise<OverlayWindow[]> {
    const screen = screenBounds(this.#x);
    const bounds = outlineBounds(box.bounds, screen);
    const outline = (this.#outlines[index] ??= new OverlayWindow(this.#x, shape));
    outline.outline(bounds, outlinePieces(bounds.width, bounds.height, box.line));
    if (box.label.trim() === '') return [outline];
    const plate = await renderLabel(box.label);
    const label = (this.#labels[index] ??= new OverlayWindow(this.#x, shape));
    label.plate(plate, labelPosition(box.bounds, plate, screen));
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
