/**
 * Cost of each kind of evidence; lower is better, and the bands never overlap. The order is Playwright's (selectorGenerator.ts),
 * applied to desktop accessibility.
 */
export const scores = {
  /** A control in a row, identified by that row, before any name of its own. */
  controlOfRow: -100,
  id: 1,
  idWithRole: 3,
  name: 100,
  nameWithoutCounter: 102,
  /** Added if the text ends with a number that may count up. */
  counter: 30,
  label: 140,
  description: 160,
  cell: 240,
  neighbour: 270,
  /** Added for one named container around it. */
  scope: 60,
  role: 510,
  /** By index among rows or items with the same name. */
  ordinalOfItem: 5_000,
  ordinal: 10_000,
  path: 1_000_000,
} as const;

/** One per ten characters, at most ten: shorter names win, but stay in their band. */
export function lengthPenalty(text: string): number {
  return Math.min(10, Math.floor(text.length / 10));
}
