import type { CallSummary } from '#contract/model/runs/trace';

/** Icons of what became of a call. */
export const looks: Readonly<Record<CallSummary['status'], string>> = {
  running: 'loading',
  ok: 'pass',
  failed: 'error',
  denied: 'circle-slash',
};

/** The same in words. What still runs in a run that is over never ended. */
export function statusText({ status, error }: CallSummary, live: boolean): string {
  if (status === 'running') return live ? 'running' : 'not finished';
  return error ? `${status}: ${error}` : status;
}
