import { readFileSync } from 'node:fs';
import type { Cpu } from '../lib/measurement.ts';

/**
 * Starts counting the processor time of this process and of an app's main thread; the returned function reports both so far. The
 * first number of /proc/PID/schedstat is the time on a processor in nanoseconds.
 * https://docs.kernel.org/scheduler/sched-stats.html
 */
export function countCpu(processId: number): () => Cpu {
  const [own, app] = [process.cpuUsage(), appCpu(processId)];
  return () => {
    const { user, system } = process.cpuUsage(own);
    return { own: (user + system) / 1e3, app: appCpu(processId) - app };
  };
}

function appCpu(processId: number): number {
  return Number(readFileSync(`/proc/${processId}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
