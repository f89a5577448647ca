import type { Rule } from '../rule.ts';
import { bounds } from './bounds.ts';
import { keyboard } from './keyboard.ts';
import { names } from './names.ts';
import { picture } from './picture.ts';
import { places } from './places.ts';
import { readiness } from './readiness.ts';
import { sets } from './sets.ts';
import { states } from './states.ts';
import { structure } from './structure.ts';

/** Every rule, in display order. */
export const rules: readonly Rule[] = [
  ...names,
  ...states,
  ...places,
  ...bounds,
  ...keyboard,
  ...structure,
  ...sets,
  ...picture,
  ...readiness,
];
