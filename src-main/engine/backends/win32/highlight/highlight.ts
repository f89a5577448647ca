import { center, contains } from '#contract/model/geometry';
import type { HighlightProvider, OutlineBox } from '../../../backend.ts';
import { labelText, lineWidth, outlineBounds, outlinePieces, piecesBeside } from '../../../outline/shape.ts';
import { listMonitors, virtualScreen } from '../monitors/monitors.ts';
import type { Pump } from '../thread/pump.ts';
import type { OutlineAnswer, OutlineInput, OutlinePart } from './outline-messages.ts';
import { borderRectangles } from './border-rectangles.ts';

/** Red outlines with labels on the desktop; can be hidden during a capture. */
export class Highlight implements HighlightProvider {
  readonly #pump: Pump;
  /** Surfaces that would be in a screenshot are shown. */
  #inPictures = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(pump: Pump) {
    this.#pump = pump;
  }

  show(boxes: readonly OutlineBox[]): Promise<void> {
    return this.#inTurn(async () => {
      const parts = boxes.flatMap(partsOf);
      const { excluded } = await this.#send({ parts });
      this.#inPictures = parts.length > 0 && !excluded;
    });
  }

  /** Runs `work` while our surfaces are excluded from screenshots. */
  whileHidden<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (!this.#inPictures) return work();
      await this.#send({ hidden: true });
      try {
        return await work();
      } finally {
        await this.#send({ hidden: false });
      }
    });
  }

  #send(input: OutlineInput): Promise<OutlineAnswer> {
    return this.#pump.call('outline', input);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

/** Scaled like the box's monitor. */
function partsOf({ bounds: box, label, line, keepClear = [] }: OutlineBox): readonly OutlinePart[] {
  const monitors = listMonitors();
  const scale = (monitors.find(({ bounds }) => contains(bounds, center(box))) ?? monitors[0])?.scale ?? 1;
  const screen = virtualScreen();
  const bounds = outlineBounds(box, screen, scale);
  const pieces = piecesBeside(outlinePieces(bounds.width, bounds.height, line, scale), bounds, keepClear);
  const sides = borderRectangles(bounds, pieces, lineWidth(scale));
  const text = labelText(label);
  return text === '' ? sides : [...sides, { text, box, screen, scale, keepClear }];
}
