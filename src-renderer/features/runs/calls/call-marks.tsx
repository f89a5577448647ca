import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { CallSummary } from '#contract/model/runs/trace';
import { Notice } from '../../../ui/state/state.tsx';
import { useRuns } from '../context.ts';

/** For an imported run: its source, the data it lacks, and what was left out. */
export function Origin(): ReactNode {
  const origin = useRuns((state) => state.opened?.info.origin ?? null);
  if (!origin) return null;
  const { format, name, lacks, notes } = origin;
  const remarks = [`Imported from ${name} (${format}).`, `Missing: ${lacks.join('; ')}.`, ...notes];
  return <Notice icon="info">{remarks.map(oneLine).join(' ')}</Notice>;
}

const unclosed = 'This run is incomplete: Deskscope ended during it.';

const unknown = 'The outcome of this run is unknown.';

/** Warns of an incomplete trace. */
export function Damage(): ReactNode {
  const opened = useRuns((state) => state.opened);
  if (!opened || opened.info.live || (opened.complete && opened.damaged === 0)) return null;
  const lines = opened.damaged === 1 ? 'One line is unreadable.' : `${opened.damaged} lines are unreadable.`;
  return (
    <Notice icon="warning" tone="warning">
      {opened.complete ? '' : `${opened.info.origin ? unknown : unclosed} `}
      {opened.damaged > 0 && lines}
    </Notice>
  );
}

/** Icons of a call's outcome. */
export const looks: Readonly<Record<CallSummary['status'], string>> = {
  running: 'loading',
  ok: 'pass',
  failed: 'error',
  denied: 'circle-slash',
};

/** The same in words. A call still running in a finished run never ended. */
export function statusText({ status, error }: CallSummary, live: boolean): string {
  if (status === 'running') return live ? 'running' : 'not finished';
  return error ? `${status}: ${error}` : status;
}
