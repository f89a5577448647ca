import type { FoundRun } from '#contract/model/runs/run-analysis';
import type { RunInfo } from '#contract/model/runs/run';
import type { RunKind } from '#contract/model/runs/trace';

/** Empty strings filter nothing. */
export interface RunFilter {
  /** Words that must all are in what a row reports. */
  readonly text: string;
  readonly kind: '' | RunKind;
}

export const noRunFilter: RunFilter = { text: '', kind: '' };

/** Runs of an early version do not report what they are of: they were the app's own. */
export function kindOf({ kind }: RunInfo): RunKind {
  return kind ?? 'app';
}

/** By the ids of runs. */
export type FoundRuns = ReadonlyMap<string, FoundRun>;
export const foundNowhere: FoundRuns = new Map();

/** @param found runs in which the words were found: they fit whatever their rows report */
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

/** What a run is called in the list: the app's own have no title but the time. */
export function titleOf(run: RunInfo): string {
  if (kindOf(run) !== 'app' || run.opened) return run.title;
  return run.live ? 'Live' : startOf(run);
}

/** Today the time is enough; the year only if it is another. */
export function startOf({ started }: RunInfo): string {
  const [start, now] = [new Date(started), new Date()];
  const time = start.toLocaleTimeString('en-GB', { timeStyle: 'short' });
  if (start.toDateString() === now.toDateString()) return time;
  const year = start.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return `${start.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year })}, ${time}`;
}

/** What became of a run, in a word; empty for one of the app's own, which is only over. */
export function outcomeOf({ live, outcome, ended, kind }: RunInfo): string {
  if (live) return 'live';
  if (outcome) return outcome.status === 'ended' ? '' : outcome.status;
  return kind !== null && ended === null ? 'cut short' : '';
}

/** For lists elsewhere: what a run is called, and what became of it, or when it was. */
export function runSummary(run: RunInfo): { readonly title: string; readonly note: string } {
  const [title, start] = [titleOf(run), startOf(run)];
  return { title, note: [outcomeOf(run), title !== start && start].filter(Boolean).join(' · ') };
}

function runText(run: RunInfo): string {
  return `${titleOf(run)} ${startOf(run)} ${kindOf(run)} ${outcomeOf(run)} ${run.outcome?.text ?? ''} ${run.place}`;
}
