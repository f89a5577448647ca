/**
 * How much each kind of evidence costs; lower is better, and the bands never overlap. The order is Playwright's
 * (selectorGenerator.ts), carried over to the words of desktop accessibility.
 */
export const scores = {
  /** A control in a row, by that row: it comes before whatever the control itself is called. */
  controlOfRow: -100,
  id: 1,
  idWithRole: 3,
  name: 100,
  nameWithoutCounter: 102,
  /** Added where the text ends with a number that may count up. */
  counter: 30,
  label: 140,
  description: 160,
  cell: 240,
  neighbour: 270,
  /** Added for one named container around it. */
  scope: 60,
  role: 510,
  /** By its place among those of rows or items that are called alike. */
  ordinalOfItem: 5_000,
  ordinal: 10_000,
  path: 1_000_000,
} as const;

/** One more for every ten characters, at most ten: shorter names win, but never leave their band. */
export function lengthPenalty(text: string): number {
  return Math.min(10, Math.floor(text.length / 10));
}
