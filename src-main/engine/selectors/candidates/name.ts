import type { SelectorStep } from '#contract/model/selector';
import type { RawNode } from '../../backend.ts';
import { lengthPenalty, scores } from '../scores.ts';
import { endsWithCounter, isOwnValue, isStableText, lastingPart } from '../stability.ts';
import type { Strategy } from './candidate.ts';

export interface Naming {
  readonly step: SelectorStep;
  readonly score: number;
}

/** By role and name, and by role and the part of its name that does not count. */
export const name: Strategy = ({ target }) =>
  namings(target).map(({ step, score }) => ({ selector: [step], kind: 'name', grade: 'B', score }));

/** The ways to name a node by what a person reads on it; also what a scope is put around. */
export function namings(node: RawNode): readonly Naming[] {
  const { name: text, controlType: role } = node;
  if (isOwnValue(node, text)) return [];
  const exact = isStableText(text) ? [{ step: { role, name: text }, score: scores.name + penaltyOf(text) }] : [];
  const part = lastingPart(text);
  if (part === null || !isStableText(part)) return exact;
  return [{ step: { role, nameContains: part }, score: scores.nameWithoutCounter + lengthPenalty(part) }, ...exact];
}

function penaltyOf(text: string): number {
  return lengthPenalty(text) + (endsWithCounter(text) ? scores.counter : 0);
}
