import type { FoundRun } from '#contract/model/runs/run-analysis';
import type { RunInfo } from '#contract/model/runs/run';
import type { RunKind } from '#contract/model/runs/trace';

/** Empty strings match everything. */
export interface RunFilter {
  /** Words that a row must all contain. */
  readonly text: string;
  readonly kind: '' | RunKind;
}

export const noRunFilter: RunFilter = { text: '', kind: '' };

/** Runs of an early version have no kind: they were the app's own. */
export function kindOf({ kind }: RunInfo): RunKind {
  return kind ?? 'app';
}

/** By run id. */
export type FoundRuns = ReadonlyMap<string, FoundRun>;
export const foundNowhere: FoundRuns = new Map();

/** @param found runs that contain the words: they match whatever their rows say */
export function filterRuns(
  runs: readonly RunInfo[],
  { text, kind }: RunFilter,
  found: FoundRuns = foundNowhere,
): readonly RunInfo[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && !kind) return runs;
  return runs.filter(
    (run) =>
      (!kind || kindOf(run) === kind) &&
      (found.has(run.id) || words.every((word) => runText(run).toLowerCase().includes(word))),
  );
}

/** A run's title in the list: the app's own runs have only the time. */
export function titleOf(run: RunInfo): string {
  if (kindOf(run) !== 'app' || run.opened) return run.title;
  return run.live ? 'Your own actions' : startOf(run);
}

/** The time for today; the year only if it differs. */
export function startOf({ started }: RunInfo): string {
  const [start, now] = [new Date(started), new Date()];
  const time = start.toLocaleTimeString('en-GB', { timeStyle: 'short' });
  if (start.toDateString() === now.toDateString()) return time;
  const year = start.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return `${start.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year })}, ${time}`;
}

/** A run's outcome in a word; empty for the app's own, which just ends. */
export function outcomeOf({ live, outcome, ended, kind }: RunInfo): string {
  if (live) return 'live';
  if (outcome) return outcome.status === 'ended' ? '' : outcome.status;
  return kind !== null && ended === null ? 'cut short' : '';
}

/** For other lists: a run's title, and its outcome or time. */
export function runSummary(run: RunInfo): { readonly title: string; readonly note: string } {
  const [title, start] = [titleOf(run), startOf(run)];
  return { title, note: [outcomeOf(run), title !== start && start].filter(Boolean).join(' · ') };
}

function runText(run: RunInfo): string {
  return `${titleOf(run)} ${startOf(run)} ${kindOf(run)} ${outcomeOf(run)} ${run.outcome?.text ?? ''} ${run.place}`;
}
