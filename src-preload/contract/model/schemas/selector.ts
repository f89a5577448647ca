import { z } from 'zod';

/** Robustness of a selector: identity, role and name, scoped or anchored, ordinal, path. */
export const selectorGrade = z.enum(['A', 'B', 'C', 'D', 'E']);
export type SelectorGrade = z.output<typeof selectorGrade>;

export const selectorKind = z.enum([
  'identity',
  'name',
  'label',
  'description',
  'scoped',
  'neighbour',
  'cell',
  'ordinal',
  'path',
  'picture',
]);
export type SelectorKind = z.output<typeof selectorKind>;

/** A selector with its measurements when it was made. */
export const rankedSelector = z.object({
  selector: z.string(),
  kind: selectorKind,
  grade: selectorGrade,
  /** Number of matches in the window; ideally 1. */
  matchCount: z.number().int().nonnegative(),
  /** Duration of the match. */
  elapsedMs: z.number().nonnegative(),
  /** Why trials in fresh starts of the app changed its grade; missing if they did not. */
  reason: z.string().optional(),
});
export type RankedSelector = Readonly<z.output<typeof rankedSelector>>;
