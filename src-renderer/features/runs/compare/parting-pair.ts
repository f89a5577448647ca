import type { MomentPlace, RunComparison } from '#contract/model/runs/run-analysis';
import { placeText } from '../place-text.ts';

/** The index of the pair where two runs part; of the first where they do not. */
export function partingPair({ parting, pairs }: RunComparison): number {
  if (!parting) return 0;
  return Math.max(
    0,
    pairs.findIndex(({ a, b }) => same(a, parting.a) && same(b, parting.b)),
  );
}

function same(a: MomentPlace | null, b: MomentPlace | null): boolean {
  return placeText(a) === placeText(b);
}
