import { Code, stringLiteral } from './literals.ts';

/** Pieces of code that stand in texts: a mark in their place goes through whatever is done with the texts before they are written. */
export class Pieces {
  readonly #sign: string;
  readonly #inSelector: string;
  readonly #codes: string[] = [];

  /**
   * @param all everything that is said: no mark is in it
   * @param inSelector the function of the code that puts a text between the quotes of a selector
   */
  constructor(all: string, inSelector: string) {
    this.#inSelector = inSelector;
    let unused = 0;
    while (all.includes(`⟦${unused}:`)) unused++;
    this.#sign = `⟦${unused}:`;
  }

  /** @returns what stands for the code from now on */
  mark(code: string): string {
    const known = this.#codes.indexOf(code);
    return `${this.#sign}${known < 0 ? this.#codes.push(code) - 1 : known}⟧`;
  }

  /** Plain data with each text that has a mark as code. */
  put(value: unknown, key = ''): unknown {
    if (typeof value === 'string') return this.#written(value, key === 'selector');
    if (Array.isArray(value)) return value.map((item) => this.put(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([own, item]) => [own, this.put(item, own)]));
  }

  #written(text: string, isSelector: boolean): string | Code {
    const parts = text.split(new RegExp(`${this.#sign}(\\d+)⟧`));
    if (parts.length === 1) return text;
    const written = parts.map((part, index) => {
      if (index % 2 === 0) return part === '' ? [] : [stringLiteral(part)];
      const code = this.#codes[Number(part)] ?? '';
      return [isSelector ? `${this.#inSelector}(${code})` : code];
    });
    return new Code(written.flat().join(' + '));
  }
}
