import { z } from 'zod';

/** How robust a selector is: identity, role and name, scoped or anchored, ordinal, path. */
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

/** A selector with what was measured about it when it was made. */
export const rankedSelector = z.object({
  selector: z.string(),
  kind: selectorKind,
  grade: selectorGrade,
  /** How many elements of the window it matched; 1 is what one wants. */
  matchCount: z.number().int().nonnegative(),
  /** Time the match took. */
  elapsedMs: z.number().nonnegative(),
});
export type RankedSelector = Readonly<z.output<typeof rankedSelector>>;
