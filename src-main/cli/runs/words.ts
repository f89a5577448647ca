import { oneLine } from '#contract/foreign-text';
import type { RunEnding, RunOrigin } from '#contract/model/runs/trace';
import type { Style } from '../output/output.ts';

const styles: Readonly<Record<RunEnding['status'], Style>> = {
  done: 'green',
  passed: 'green',
  unproven: 'yellow',
  stopped: 'yellow',
  limit: 'yellow',
  failed: 'red',
  error: 'red',
  ended: 'dim',
};

/** How a run ended, in one word. Of one that is still written no more is known than of one that a crash ended. */
export function outcomeInWords(outcome: RunEnding | null | undefined): string {
  return outcome?.status ?? 'not closed';
}

export function outcomeStyle(outcome: RunEnding | undefined): Style {
  return outcome ? styles[outcome.status] : 'yellow';
}

/** Where a run was taken over from, what that does not say, and what was left out. */
export function originInWords(origin: RunOrigin | undefined): readonly string[] {
  if (!origin) return [];
  const { format, name, lacks, notes } = origin;
  const lines = [`Imported from ${name} (${format}).`, `Missing: ${lacks.join('; ')}.`, ...notes];
  return lines.map(oneLine);
}

/** A length of time for a person: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`. */
export function lengthInWords(ms: number): string {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
