import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/window';
import type { Operation } from '../operation.ts';
import { actOn } from './act.ts';

/** The stacking order is the order of last use, but for windows pinned on top: those are come to by going round. */
export const switchToNext: Operation<'switchToNext'> = async (context, _, call) => {
  const next = nextOf(await context.backend.windows.list({ all: false }));
  if (!next) {
    throw new AppError('window_not_found', 'There is no other window to switch to.', { delivery: 'not_delivered' });
  }
  return (await actOn(context, next, 'focus', call)) ?? next;
};

/** The first below the active window, then those above it from the top, then minimised ones. */
export function nextOf(windows: readonly WindowInfo[]): WindowInfo | undefined {
  const at = windows.findIndex((window) => window.active);
  const round = [...windows.slice(at + 1), ...windows.slice(0, Math.max(0, at))];
  return round.find((window) => window.state !== 'minimized') ?? round[0];
}
