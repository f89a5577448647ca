import type { Rule } from '../rule.ts';
import { names } from './names.ts';
import { picture } from './picture.ts';
import { places } from './places.ts';
import { readiness } from './readiness.ts';
import { states } from './states.ts';
import { structure } from './structure.ts';

/** Every rule, in the order in which findings are shown. */
export const rules: readonly Rule[] = [...names, ...states, ...places, ...structure, ...picture, ...readiness];
