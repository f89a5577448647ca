import { AppError } from '#contract/errors';
import { nextWindow } from '#contract/model/windows/window';
import type { Operation } from '../operations/operation.ts';
import { actOn } from './act.ts';

/** The stacking order is the order of last use, but for windows pinned on top: those are come to by going round. */
export const switchToNext: Operation<'switchToNext'> = async (context, _, call) => {
  const next = nextWindow(await context.backend.windows.list({ all: false }));
  if (!next) {
    throw new AppError('window_not_found', 'There is no other window to switch to.', { delivery: 'not_delivered' });
  }
  return (await actOn(context, next, 'focus', call)) ?? next;
};
