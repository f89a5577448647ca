import type { Moment } from '../moments.ts';
import { plainValue } from './plain.ts';

/** Who waits for something looks again and again: of the same looks in a row the last one counts. */
export function withoutRepeatedLooks(moments: readonly Moment[]): readonly Moment[] {
  return moments.filter((moment, at) => {
    const look = lookOf(moment);
    const next = moments[at + 1];
    return look === null || !next || lookOf(next) !== look;
  });
}

function lookOf({ acts: [act], answer }: Moment): string | null {
  if (answer || act?.call?.before?.effect !== 'observe') return null;
  return `${act.tool} ${JSON.stringify(plainValue(act.parameters))} ${act.call.before.target?.title ?? ''}`;
}
