import type { Rect } from '#contract/model/geometry';
import type { Grey } from '../../picture/ink.ts';

/** Sums over rectangles of a picture in four look-ups each: https://en.wikipedia.org/wiki/Summed-area_table */
export class Sums {
  readonly #across: number;
  readonly #values: Float64Array;
  readonly #squares: Float64Array;

  constructor({ width, height, values }: Grey) {
    const across = (this.#across = width + 1);
    this.#values = new Float64Array(across * (height + 1));
    this.#squares = new Float64Array(across * (height + 1));
    for (let y = 0; y < height; y++) {
      let [sum, squares] = [0, 0];
      for (let x = 0, at = (y + 1) * across + 1; x < width; x++, at++) {
        const value = values[y * width + x] ?? 0;
        sum += value;
        squares += value * value;
        this.#values[at] = (this.#values[at - across] ?? 0) + sum;
        this.#squares[at] = (this.#squares[at - across] ?? 0) + squares;
      }
    }
  }

  sum(part: Rect): number {
    return this.#over(this.#values, part);
  }

  squares(part: Rect): number {
    return this.#over(this.#squares, part);
  }

  #over(table: Float64Array, { x, y, width, height }: Rect): number {
    const [top, bottom] = [y * this.#across, (y + height) * this.#across];
    const right = x + width;
    return (table[bottom + right] ?? 0) - (table[bottom + x] ?? 0) - (table[top + right] ?? 0) + (table[top + x] ?? 0);
  }
}

/** Variation of the pixels of a part: the sum of squared differences from the mean. */
export function varianceIn(sums: Sums, part: Rect): number {
  const sum = sums.sum(part);
  return sums.squares(part) - (sum * sum) / (part.width * part.height);
}
