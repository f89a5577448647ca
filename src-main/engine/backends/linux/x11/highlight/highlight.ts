import { sleep } from '../../../../../base/async/deadline.ts';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import { AppError } from '#contract/errors';
import { intersect } from '#contract/model/geometry';
import type { HighlightProvider, OutlineBox } from '../../../../backend.ts';
import type { XConnection } from '../display/connection.ts';
import { hasCompositor } from '../display/compositor.ts';
import { readScale } from '../display/scale.ts';
import type { XShape } from '../display/extensions.ts';
import { screenBounds } from '../display/monitors.ts';
import { renderLabel } from './label.ts';
import { rateLimited } from '../../../../watch/rate-limit.ts';
import { OverlayWindow } from './overlay-window.ts';
import { labelPosition, outlineBounds, outlinePieces, piecesBeside } from '../../../../outline/shape.ts';

/** A compositor shows the screen without the outlines only with its next frame or two. */
const compositorSettleMs = 50;

/** Red outlines with labels on the desktop; they can be taken off while a picture is made. */
export class Highlight implements HighlightProvider {
  readonly #x: XConnection;
  /** Outline and label of each box that is shown; windows are kept and used again. */
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

  /** Menus and pop-ups that open later are put on top by the server, above the outlines. */
  #listen(on: boolean): void {
    if (on === (this.#listening !== null)) return;
    this.#listening?.dispose();
    this.#listening = on ? this.#stayAbove() : null;
  }

  /** Only what opens is answered, never what is raised: two programs that both want to be on top would go on for ever. */
  #stayAbove(): Disposable {
    const pace = rateLimited(() => void this.#inTurn(() => this.#raise()).catch(() => undefined));
    const heard = this.#x.onEvent(({ name, wid, overrideRedirect }) => {
      const ours = this.#shown.some((window) => window.id === wid);
      if (name === 'MapNotify' && overrideRedirect && !ours) pace.hint();
    });
    return {
      dispose() {
        heard.dispose();
        pace.dispose();
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
