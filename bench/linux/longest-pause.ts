import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often the loop is looked at, in milliseconds; a pause is measured that finely. */
const resolutionMs = 1;

/** Does the work, and reports how long this process at worst did nothing else meanwhile, in milliseconds. */
export async function longestPause<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly pauseMs: number }> {
  const monitor = monitorEventLoopDelay({ resolution: resolutionMs });
  monitor.enable();
  const result = await work();
  // A pause counts when the loop turns again.
  await sleep(5);
  monitor.disable();
  return { result, pauseMs: monitor.max / 1e6 };
}
