import { labelOf } from '../relations/label.ts';
import { lengthPenalty, scores } from '../scores.ts';
import { isStableText } from '../stability.ts';
import type { Strategy } from './candidate.ts';

/** By role and the label that stands beside it, where it has no name of its own. */
export const label: Strategy = ({ root, target }) => {
  const { controlType: role } = target;
  const text = labelOf(root, target);
  if (!isStableText(text) || text === target.name) return [];
  return [{ selector: [{ role, label: text }], kind: 'label', grade: 'C', score: scores.label + lengthPenalty(text) }];
};
