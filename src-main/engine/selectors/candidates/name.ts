import type { ControlType } from '#contract/model/elements/element';
import type { SelectorStep } from '#contract/model/elements/selector';
import { isVolatile, unmarked } from '#contract/model/elements/volatile';
import type { RawNode } from '../../backend.ts';
import { lengthPenalty, scores } from '../scores.ts';
import { endsWithCounter, isOwnValue, isStableText, lastingPart, namesDocument } from '../stability.ts';
import type { Strategy } from './candidate.ts';

const rows: ReadonlySet<ControlType> = new Set(['DataItem', 'ListItem', 'TreeItem']);

export interface Naming {
  readonly step: SelectorStep;
  readonly score: number;
}

/** By role and name, and by role and the part of its name that does not count or bear the marks of a changed document. */
export const name: Strategy = ({ target, root }) =>
  (namesDocument(target.name, root.name) ? documentNamings(target) : namings(target)).map(({ step, score }) => ({
    selector: [step],
    kind: 'name',
    grade: 'B',
    score,
  }));

/** The ways to name a node by what a person reads on it; also what a scope is put around. */
export function namings(node: RawNode): readonly Naming[] {
  const { name: text, controlType: role } = node;
  if (isOwnValue(node, text)) return [];
  const exact = isStableText(text) ? [{ step: { role, name: text }, score: scores.name + penaltyOf(text) }] : [];
  // Of a row the number at the end says which one it is.
  const part = rows.has(role) && !isVolatile(text) ? null : lastingPart(text);
  if (part === null || !isStableText(part)) return exact;
  return [{ step: { role, nameContains: part }, score: scores.nameWithoutCounter + lengthPenalty(part) }, ...exact];
}

/** A tab called as the document is bears a mark once that has changes, and before they are saved. */
function documentNamings(node: RawNode): readonly Naming[] {
  const part = unmarked(node.name);
  const exact = namings(node).map(({ step, score }) => ({ step, score: score + scores.counter }));
  if (isOwnValue(node, node.name) || !isStableText(part)) return exact;
  const lasting = { role: node.controlType, nameContains: part };
  return [{ step: lasting, score: scores.nameWithoutCounter + lengthPenalty(part) }, ...exact];
}

function penaltyOf(text: string): number {
  return lengthPenalty(text) + (endsWithCounter(text) ? scores.counter : 0);
}
