import { lengthPenalty, scores } from '../scores.ts';
import { isOwnValue, isStableText } from '../stability.ts';
import type { Strategy } from './candidate.ts';

/** By role and help text or placeholder. */
export const description: Strategy = ({ target }) => {
  const { description: text, controlType: role } = target;
  if (!isStableText(text) || text === target.name || isOwnValue(target, text)) return [];
  const score = scores.description + lengthPenalty(text);
  return [{ selector: [{ role, description: text }], kind: 'description', grade: 'C', score }];
};
