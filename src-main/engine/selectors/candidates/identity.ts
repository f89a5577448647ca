import { gridPlaceOf } from '../relations/grid.ts';
import { scores, lengthPenalty } from '../scores.ts';
import { endsWithCounter, isStableId, isOwnValue, isStableText } from '../stability.ts';
import { labelOf } from '../relations/label.ts';
import type { Strategy } from './candidate.ts';

/** By the developer's id, alone and with its role. In rows, `item-3` is whichever is third. */
export const identity: Strategy = ({ root, target }) => {
  const { automationId: id, controlType: role } = target;
  if (!isStableId(id)) return [];
  const counted = endsWithCounter(id);
  const isPlace = counted && gridPlaceOf(root, target).row.length > 0;
  const base = { kind: 'identity', grade: isPlace ? 'D' : counted ? 'B' : 'A' } as const;
  const extra = isPlace ? scores.ordinal : counted ? scores.name + scores.counter : 0;
  return [
    { ...base, selector: [{ id }], score: scores.id + extra },
    { ...base, selector: [{ role, id }], score: scores.idWithRole + extra },
  ];
};

/** By role and help text or placeholder. */
export const description: Strategy = ({ target }) => {
  const { description: text, controlType: role } = target;
  if (!isStableText(text) || text === target.name || isOwnValue(target, text)) return [];
  const score = scores.description + lengthPenalty(text);
  return [{ selector: [{ role, description: text }], kind: 'description', grade: 'C', score }];
};

/** By role and adjacent label, for an element without a name. */
export const label: Strategy = ({ root, target }) => {
  const { controlType: role } = target;
  const text = labelOf(root, target);
  if (!isStableText(text) || text === target.name) return [];
  return [{ selector: [{ role, label: text }], kind: 'label', grade: 'C', score: scores.label + lengthPenalty(text) }];
};

/** By child indices from the root: always available, and the first to break. */
export const path: Strategy = ({ path: nodes }) => {
  const indices = nodes.slice(1).map((node, depth) => nodes[depth]?.children?.indexOf(node) ?? -1);
  if (indices.length === 0 || indices.includes(-1)) return [];
  return [{ selector: [{ path: indices }], kind: 'path', grade: 'E', score: scores.path }];
};
