import { readdirSync, readFileSync } from 'node:fs';
import { summarize } from '../lib/statistics.ts';

/** One process at one moment. */
export interface Sample {
  /** Since the start, in seconds. */
  readonly at: number;
  /** Proportional set size, in MB. */
  readonly memory: number;
  readonly descriptors: number;
}

/** Null once the process has ended. */
export function sampleOf(processId: number, at: number): Sample | null {
  try {
    const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8'))?.[1];
    return { at, memory: Number(pss) / 1_024, descriptors: readdirSync(`/proc/${processId}/fd`).length };
  } catch {
    return null;
  }
}

export function childrenOf(processId: number): readonly number[] {
  const text = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/** Medians of the second and the last quarter: in the first, caches fill. */
export interface Growth {
  readonly memory: readonly [before: number, after: number];
  readonly descriptors: readonly [before: number, after: number];
}

export function growthOf(samples: readonly Sample[]): Growth {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const of = (part: readonly Sample[], what: 'memory' | 'descriptors') =>
    summarize(part.map((sample) => sample[what])).median;
  return {
    memory: [of(second, 'memory'), of(last, 'memory')],
    descriptors: [of(second, 'descriptors'), of(last, 'descriptors')],
  };
}

/** How much more memory than before counts as growth, beyond what garbage collection leaves. */
const slack = 1.1;
const leastSeconds = 1_200;
/** Descriptors that come and go, such as sockets of apps. */
const spareDescriptors = 4;

/** @param seconds of the whole run: in the first minutes everything grows */
export function grows({ memory, descriptors }: Growth, seconds: number): boolean {
  if (seconds < leastSeconds) return false;
  return memory[1] > memory[0] * slack || descriptors[1] > descriptors[0] + spareDescriptors;
}
