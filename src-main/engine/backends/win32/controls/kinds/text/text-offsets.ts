/** Whether a control counts the end of a line as it is in its text (`\r\n`: two), or as one unit whatever it is. */
export type LineEnds = 'as in the text' | 'one unit';

/** With `\n` at the ends of lines, as the rest of the project has it. */
export function toShownText(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

interface Offsets {
  readonly offsets: readonly number[];
  /** Of the whole text, in code points. */
  readonly length: number;
}

/** From offsets in a control's own units to offsets in code points of the text with `\n`. */
export function unitsToPoints(text: string, lineEnds: LineEnds, units: readonly number[]): Offsets {
  const borders = bordersOf(text, lineEnds);
  const offsets = units.map((unit) => lastAtMost(borders, unit));
  return { offsets, length: borders.length - 1 };
}

/** The way back. Offsets beyond the end are the end. */
export function pointsToUnits(text: string, lineEnds: LineEnds, points: readonly [number, number]): [number, number] {
  const borders = bordersOf(text, lineEnds);
  const end = borders.at(-1) ?? 0;
  return [borders[points[0]] ?? end, borders[points[1]] ?? end];
}

/** Where each code point of the shown text begins in the control's units, and where the last one ends. */
function bordersOf(text: string, lineEnds: LineEnds): readonly number[] {
  const borders: number[] = [];
  let unit = 0;
  for (const [piece] of text.matchAll(/\r\n|[\s\S]/gu)) {
    borders.push(unit);
    unit += piece === '\r\n' && lineEnds === 'one unit' ? 1 : piece.length;
  }
  borders.push(unit);
  return borders;
}

function lastAtMost(borders: readonly number[], unit: number): number {
  let [low, high] = [0, borders.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((borders[middle] ?? 0) <= unit) low = middle;
    else high = middle - 1;
  }
  return low;
}
