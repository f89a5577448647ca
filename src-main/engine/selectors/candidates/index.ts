import type { Strategy } from './candidate.ts';
import { description } from './description.ts';
import { identity } from './identity.ts';
import { cell } from './cell.ts';
import { label } from './label.ts';
import { name } from './name.ts';
import { neighbour } from './neighbour.ts';
import { ordinal } from './ordinal.ts';
import { path } from './path.ts';
import { scoped } from './scoped.ts';

/** Every way to name an element, best band first. */
export const strategies: readonly Strategy[] = [
  identity,
  name,
  label,
  description,
  scoped,
  neighbour,
  cell,
  ordinal,
  path,
];
