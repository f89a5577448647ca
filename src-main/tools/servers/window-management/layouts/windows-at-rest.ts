import { sleep } from '../../../../base/async/deadline.ts';
import { sameRect, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { LookContext } from '../../../define-tool.ts';
import { lookAtDesk } from '../find-named.ts';

/**
 * Between two looks that must agree, and how long they may not, in milliseconds. Looks of one call that follow each other
 * within 100 ms share a list of windows (`CallOptions.look`).
 */
const restLookMs = 120;
const restWithinMs = 1_000;
const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Until two looks agree: some window managers move a window to its icon step by step, and back to its place. */
export async function windowsAtRest(context: LookContext): Promise<readonly WindowInfo[]> {
  const end = Date.now() + restWithinMs;
  let { windows } = await lookAtDesk(context);
  for (;;) {
    await sleep(restLookMs, context.signal);
    const now = (await lookAtDesk(context)).windows;
    if (Date.now() >= end || samePlaces(windows, now)) return now;
    windows = now;
  }
}

function samePlaces(before: readonly WindowInfo[], now: readonly WindowInfo[]): boolean {
  const places = new Map(before.map(({ id, bounds }) => [id, bounds]));
  return now.every(({ id, bounds }) => sameRect(bounds, places.get(id) ?? nowhere));
}
