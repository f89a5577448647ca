import { AppError } from '#contract/errors';
import type { Operation } from '../operations/operation.ts';
import { pathTo, walk, wholeTree } from '../tree/walk.ts';
import { elementPlace } from '../windows/lookup.ts';
import { isPicture } from './pictures/found-pictures.ts';
import { rankSelectors } from './rank.ts';

export const selectors: Operation<'selectors'> = async (context, { element }, call) => {
  const { window, runtimeId } = await elementPlace(context, element);
  // By what it was found is all that is known of it.
  if (isPicture(runtimeId)) throw new AppError('element_stale');
  const { root } = await walk(context, window, wholeTree, call);
  const path = pathTo(root, runtimeId);
  const target = path?.at(-1);
  if (!path || !target) throw new AppError('element_stale');
  return rankSelectors({ root, target, path });
};
