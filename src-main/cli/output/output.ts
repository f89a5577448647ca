import { oneLine } from '#contract/foreign-text';
import type { WireError } from '#contract/errors';

/** Where a command writes. Results go to `out`, everything else to `err`. */
export interface Streams {
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean };
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** Wraps text in colour on a terminal, and leaves it as it is in a pipe or where the user wants none. */
export type Paint = (style: Style, text: string) => string;

/** https://no-color.org: any value that is not empty turns colour off. */
export function createPaint(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Paint {
  const colored = isTerminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
  return (style, text) => (colored && text !== '' ? `\u001b[${codes[style]}m${text}\u001b[0m` : text);
}

/** Rows in aligned columns; the last column is as long as it is. */
export function table(header: readonly string[], rows: readonly (readonly string[])[], paint: Paint): string {
  const all = [header, ...rows].map((row) => row.map(oneLine));
  const widths = header.map((_, column) => Math.max(...all.map((row) => displayWidth(row[column] ?? ''))));
  const lines = all.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line, index) => (index === 0 ? paint('dim', line) : line)).join('\n');
}

export function errorText(error: WireError, paint: Paint): string {
  return `${paint('red', `Error (${error.code}):`)} ${oneLine(error.message)}\n${oneLine(error.hint)}\n`;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** Wide characters of East Asian scripts and emoji take two columns. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mark}|\u200d|\ufe0f/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}
