import type { Strategy } from './candidate.ts';
import { description } from './description.ts';
import { identity } from './identity.ts';
import { name } from './name.ts';
import { ordinal } from './ordinal.ts';
import { path } from './path.ts';
import { scoped } from './scoped.ts';

/** Every way to name an element, best band first. */
export const strategies: readonly Strategy[] = [identity, name, description, scoped, ordinal, path];
