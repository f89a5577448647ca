import { formatRect, intersect, type Rect } from '#contract/model/geometry';
import type { OcrLine } from '#contract/model/ocr';
import type { Pixels } from '../../backend.ts';
import { findLanguage } from '../../ocr/languages.ts';
import type { Recognizers } from '../../ocr/recognizers.ts';
import { crop } from '../../picture/pixels.ts';

/** Letters that touch the edge of a picture are misread; in pixels. */
const rim = 5;
/** Maximum distance of a label from its element, in pixels. */
const [aside, above] = [400, 40];
/** Below this confidence, in percent, readings may vary. */
const leastSure = 70;

/** Reads text in parts of one picture. */
export class Texts {
  readonly #recognizers: Recognizers;
  readonly #pixels: Pixels;
  readonly #signal: AbortSignal;
  /** Cached, since reading takes long. */
  readonly #known = new Map<string, Promise<readonly OcrLine[]>>();

  constructor(recognizers: Recognizers, pixels: Pixels, signal: AbortSignal) {
    this.#recognizers = recognizers;
    this.#pixels = pixels;
    this.#signal = signal;
  }

  /** The same for another picture. */
  of(pixels: Pixels): Texts {
    return new Texts(this.#recognizers, pixels, this.#signal);
  }

  /** Every line of the picture. */
  async all(): Promise<readonly OcrLine[]> {
    return this.#read({ x: 0, y: 0, width: this.#pixels.width, height: this.#pixels.height });
  }

  /** The text on a part; empty if there is none, or its reading is unsure. */
  async on(part: Rect): Promise<string> {
    const lines = await this.#read(part);
    return lines.every(isSure) ? lines.map(({ text }) => text).join(' ') : '';
  }

  /** Every surely read line on a part, and consecutive lines joined. */
  async linesOn(part: Rect): Promise<readonly string[]> {
    const lines = (await this.#read(part)).map((line) => (isSure(line) ? line.text : null));
    return lines.flatMap((_, from) => {
      const end = lines.indexOf(null, from);
      const sure = lines.slice(from, end < 0 ? undefined : end).filter((text) => text !== null);
      return sure.map((__, count) => sure.slice(0, count + 1).join(' '));
    });
  }

  /** The text nearest to a part at its left, else above; empty if there is none. */
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
    // A line cut off in the middle of a word.
    return lines.filter(({ bounds }) => inside.x === 0 || bounds.x > inside.x + rim / 2);
  }
}

/** Lines and corners around a text are read as brackets and bars, not always the same. */
export function withoutFrame(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

function isSure({ words }: OcrLine): boolean {
  return words.every(({ confidence }) => confidence !== null && confidence >= leastSure);
}
