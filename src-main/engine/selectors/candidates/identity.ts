import { scores } from '../scores.ts';
import { endsWithCounter, isStableId } from '../stability.ts';
import type { Strategy } from './candidate.ts';

/** By the id its developer gave it, alone and with its role. */
export const identity: Strategy = ({ target }) => {
  const { automationId: id, controlType: role } = target;
  if (!isStableId(id)) return [];
  const counted = endsWithCounter(id);
  const base = { kind: 'identity', grade: counted ? 'B' : 'A' } as const;
  const extra = counted ? scores.name + scores.counter : 0;
  return [
    { ...base, selector: [{ id }], score: scores.id + extra },
    { ...base, selector: [{ role, id }], score: scores.idWithRole + extra },
  ];
};
