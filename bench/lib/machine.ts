import { cpus, loadavg, release, totalmem, version } from 'node:os';

/** Where and when a run was measured. */
export interface Machine {
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly kernel: string;
  /** Load average over the last minute when the run began: other work on the machine makes figures worse. */
  readonly load: number;
}

export function describeMachine(): Machine {
  const all = cpus();
  return {
    date: new Date().toISOString(),
    processor: all[0]?.model ?? 'unknown',
    cores: all.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: `${release()} ${version()}`,
    load: loadavg()[0] ?? 0,
  };
}
