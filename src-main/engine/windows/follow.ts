import { sleep } from '../../base/deadline.ts';
import type { WindowInfo } from '#contract/model/window';
import type { CallContext, EngineContext } from '../operation.ts';
import { listAll } from './lookup.ts';

/** How long a window may take to follow, in milliseconds; less where the call's own deadline is near. */
const followMs = 3_000;
const lookEveryMs = 10;

/** When a look for an effect must end, by the clock of `Date.now()`. */
export function followUntil(call: CallContext): number {
  return Date.now() + Math.min(followMs, call.timeoutMs * 0.8);
}

/** Looks until the window is as wanted or time is up; answers it as last seen, null where it is gone. */
export async function follow(
  context: EngineContext,
  window: WindowInfo,
  call: CallContext,
  wanted: (window: WindowInfo | null) => boolean,
  end = followUntil(call),
): Promise<WindowInfo | null> {
  for (;;) {
    const now = (await listAll(context)).find((other) => other.id === window.id) ?? null;
    if (wanted(now) || now === null || Date.now() >= end) return now;
    await sleep(lookEveryMs, call.signal);
  }
}
