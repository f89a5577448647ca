import { gridPlaceOf } from '../relations/grid.ts';
import { scores } from '../scores.ts';
import { endsWithCounter, isStableId } from '../stability.ts';
import type { Strategy } from './candidate.ts';

/** By the id its developer gave it, alone and with its role. In rows `item-3` is the third one, whoever that is. */
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
