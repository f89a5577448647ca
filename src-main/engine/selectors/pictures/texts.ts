import { formatRect, intersect, type Rect } from '#contract/model/geometry';
import type { OcrLine } from '#contract/model/ocr';
import type { Pixels } from '../../backend.ts';
import { findLanguage } from '../../ocr/languages.ts';
import type { Recognizers } from '../../ocr/recognizers.ts';
import { crop } from '../../picture/pixels.ts';

/** Letters that touch the rim of a picture are read wrong; in pixels. */
const rim = 5;
/** Maximum distance of a label from what it names, in pixels. */
const [aside, above] = [400, 40];
/** Below this confidence, in percent, a text may be read differently next time. */
const leastSure = 70;

/** Reads text in parts of one picture. */
export class Texts {
  readonly #recognizers: Recognizers;
  readonly #pixels: Pixels;
  readonly #signal: AbortSignal;
  /** To read takes long: what was read is not read again. */
  readonly #known = new Map<string, Promise<readonly OcrLine[]>>();

  constructor(recognizers: Recognizers, pixels: Pixels, signal: AbortSignal) {
    this.#recognizers = recognizers;
    this.#pixels = pixels;
    this.#signal = signal;
  }

  /** Every line of it. */
  async all(): Promise<readonly OcrLine[]> {
    return this.#read({ x: 0, y: 0, width: this.#pixels.width, height: this.#pixels.height });
  }

  /** What is on a part; empty if that is nothing, or cannot be read surely. */
  async on(part: Rect): Promise<string> {
    const lines = await this.#read(part);
    return lines.every(isSure) ? lines.map(({ text }) => text).join(' ') : '';
  }

  /** Every line that is on a part and is read surely, and those that follow each other as one. */
  async linesOn(part: Rect): Promise<readonly string[]> {
    const lines = (await this.#read(part)).map((line) => (isSure(line) ? line.text : null));
    return lines.flatMap((_, from) => {
      const end = lines.indexOf(null, from);
      const sure = lines.slice(from, end < 0 ? undefined : end).filter((text) => text !== null);
      return sure.map((__, count) => sure.slice(0, count + 1).join(' '));
    });
  }

  /** The text nearest to a part on its left, else above it; empty if there is none. */
  async beside({ x, y, width, height }: Rect): Promise<string> {
    const left = await this.#read({ x: x - aside, y: y - rim, width: aside - 1, height: height + 2 * rim });
    const over =
      left.length > 0
        ? left
        : await this.#read({ x: x - rim, y: y - above, width: width + 2 * rim, height: above - 1 });
    const nearest = over.at(-1);
    return nearest && isSure(nearest) ? withoutFrame(nearest.text) : '';
  }

  #read(part: Rect): Promise<readonly OcrLine[]> {
    const { width, height } = this.#pixels;
    const inside = intersect(part, { x: 0, y: 0, width, height });
    if (!inside) return Promise.resolve([]);
    const key = formatRect(inside);
    const lines = this.#known.get(key) ?? this.#readAnew(inside);
    this.#known.set(key, lines);
    return lines;
  }

  async #readAnew(inside: Rect): Promise<readonly OcrLine[]> {
    const { readText } = await import('../../ocr/read-text.ts');
    const language = await findLanguage('eng');
    const pixels = crop(this.#pixels, inside);
    const lines = await readText(this.#recognizers, { pixels, origin: inside, language }, this.#signal);
    // Cut off in the middle of a word.
    return lines.filter(({ bounds }) => inside.x === 0 || bounds.x > inside.x + rim / 2);
  }
}

/** Lines and corners around a text are read as brackets and bars, one time so and another time not at all. */
export function withoutFrame(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

function isSure({ words }: OcrLine): boolean {
  return words.every(({ confidence }) => confidence !== null && confidence >= leastSure);
}
