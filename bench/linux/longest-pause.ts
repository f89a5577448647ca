import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Polling interval of the event loop in milliseconds, i.e. the resolution of a pause. */
const resolutionMs = 1;

/** Does the work, and returns the longest time this process was blocked meanwhile, in milliseconds. */
export async function longestPause<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly pauseMs: number }> {
  const monitor = monitorEventLoopDelay({ resolution: resolutionMs });
  monitor.enable();
  const result = await work();
  // A pause is counted when the loop turns again.
  await sleep(5);
  monitor.disable();
  return { result, pauseMs: monitor.max / 1e6 };
}
