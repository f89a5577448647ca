import type { PartingDetail } from '#contract/model/runs/run-analysis';
import type { Act } from '../moments.ts';
import { otherTrees } from './observed.ts';
import type { Doing } from './parting.ts';

/**
 * What an act left in its window on one side only. What is the same again before the next act in that window was only late, and
 * does not count.
 */
export async function otherEffect(
  [a, b]: readonly [Doing, Doing],
  at: number,
  [nextA, nextB]: readonly [Act | undefined, Act | undefined],
): Promise<readonly PartingDetail[]> {
  const [one, other] = [a.moment.acts[at], b.moment.acts[at]];
  if (!one || !other) return [];
  const left = await otherTrees(a.looks, treeOf(one, 'after'), b.looks, treeOf(other, 'after'));
  if (left.length === 0) return [];
  const [later, laterToo] = [laterTree(one, nextA), laterTree(other, nextB)];
  if (!later || !laterToo) return left;
  const still = await otherTrees(a.looks, later, b.looks, laterToo);
  return still.length > 0 ? left : [];
}

/** As the same window looked when the next act came. */
function laterTree(act: Act, next: Act | undefined) {
  const [window, then] = [act.call?.before?.target?.id, next?.call?.before?.target?.id];
  return next && window === then ? treeOf(next, 'before') : null;
}

function treeOf({ call }: Act, phase: 'before' | 'after') {
  return call?.seen[phase]?.tree ?? null;
}
