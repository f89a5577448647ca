import { tokensIn } from './tokens.ts';

/** Maximum tokens of an answer: for its text, and again for its structure. Pictures do not count. */
export const mostTokens = 8_000;

/** The part that tools fill with rows; the rest is for surrounding text. */
export const rowTokens = 7_000;

/** In rows that are too large, longer texts are cut to this many characters. */
export const shortText = 200;

/** Marks the end of a cut text. */
export const cutMark = '…';

/** The text and the data of a row in an answer; data may be missing. */
export interface Row {
  readonly text: string;
  readonly data?: unknown;
}

/** Takes rows of an answer until it is full. Measures nothing without a limit. */
export class Room {
  readonly #room: number;
  #text = 0;
  #data = 0;
  #count = 0;
  #cut = false;

  /** @param room maximum tokens of text and data, each */
  constructor(room: number) {
    this.#room = room;
  }

  /** False if it does not fit. The first row is always taken, so that paging advances. */
  takes({ text, data }: Row): boolean {
    if (this.#room === Infinity) return true;
    const textCost = tokensIn(text, this.#room) + 1;
    const dataCost = data === undefined ? 0 : tokensIn(JSON.stringify(data), this.#room) + 1;
    const fits = this.#text + textCost <= this.#room && this.#data + dataCost <= this.#room;
    if (!fits && this.#count > 0) return false;
    this.#count++;
    this.#text += textCost;
    this.#data += dataCost;
    return true;
  }

  /** The same with long texts cut, if it exceeds its share of the room. */
  short<T>(data: T): T {
    const short = shortFor(this.#room, data);
    if (short !== data) this.#cut = true;
    return short;
  }

  /** True if texts were cut. */
  get hasCut(): boolean {
    return this.#cut;
  }
}

/** The same with long texts cut, if it exceeds its share of the room: an eighth. */
export function shortFor<T>(room: number, data: T): T {
  if (room === Infinity) return data;
  const whole = JSON.stringify(data);
  if (tokensIn(whole, room / 8) <= room / 8) return data;
  const short = withShortTexts(data, shortText) as T;
  return JSON.stringify(short) === whole ? data : short;
}

/** The value with every text cut to this many characters. */
export function withShortTexts(value: unknown, most: number): unknown {
  if (typeof value === 'string') return cutAt(value, most);
  if (Array.isArray(value)) return value.map((one) => withShortTexts(one, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withShortTexts(one, most)]));
}

/** Never in the middle of a character. */
function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${wholeCharacters(text.slice(0, most - 1))}${cutMark}`;
}

/** Without half a character at its end. */
export function wholeCharacters(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}
