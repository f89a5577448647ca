const keptAtStart = 12;
const keptAtEnd = 12;

/** What was waited for and seen, as Playwright's call logs say it: lines that come again are counted. */
export class CallLog {
  readonly #lines: { readonly text: string; times: number }[] = [];

  add(text: string): void {
    const same = this.#lines.slice(-3).find((line) => line.text === text);
    if (same) same.times++;
    else this.#lines.push({ text, times: 1 });
  }

  toString(): string {
    const rows = this.#lines.map(({ text, times }) => `  - ${times > 1 ? `${times} × ` : ''}${text}`);
    const isLong = rows.length > keptAtStart + keptAtEnd;
    const shown = isLong ? [...rows.slice(0, keptAtStart), '  - …', ...rows.slice(-keptAtEnd)] : rows;
    return ['Call log:', ...shown].join('\n');
  }
}
