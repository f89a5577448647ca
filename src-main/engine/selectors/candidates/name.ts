import type { SelectorStep } from '#contract/model/selector';
import type { RawNode } from '../../backend.ts';
import { lengthPenalty, scores } from '../scores.ts';
import { endsWithCounter, isOwnValue, isStableText, withoutCounter } from '../stability.ts';
import type { Strategy } from './candidate.ts';

/** By role and name, and by role and the part of its name that does not count. */
export const name: Strategy = ({ target }) =>
  namings(target).map(({ step, score }) => ({ selector: [step], kind: 'name', grade: 'B', score }));

/** The ways to name a node by what a person reads on it; also what a scope is put around. */
export function namings(node: RawNode): readonly { readonly step: SelectorStep; readonly score: number }[] {
  const { name: text, controlType: role } = node;
  if (!isStableText(text) || isOwnValue(node, text)) return [];
  const extra = lengthPenalty(text) + (endsWithCounter(text) ? scores.counter : 0);
  const exact = { step: { role, name: text }, score: scores.name + extra };
  const stem = withoutCounter(text);
  if (stem === null) return [exact];
  return [{ step: { role, nameContains: stem }, score: scores.nameWithoutCounter + lengthPenalty(stem) }, exact];
}
