/** Writes a script line by line and remembers which lines belong to which step. */
export class LineWriter {
  readonly #lines: string[] = [];
  readonly #ranges: (readonly [first: number, last: number])[] = [];

  /** Adds text of one or more lines. */
  write(text = ''): void {
    this.#lines.push(...text.split('\n'));
  }

  /**
   * Adds the lines of the next step. Where it has none (a step that is switched off), its range ends before it begins.
   */
  step(write: () => void): void {
    const first = this.#lines.length + 1;
    write();
    this.#ranges.push([first, this.#lines.length]);
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  /** 1-based first and last line of every step, in order. */
  get ranges(): readonly (readonly [first: number, last: number])[] {
    return this.#ranges;
  }
}
