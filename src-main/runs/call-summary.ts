import { callTarget } from '#contract/model/permissions/call-target';
import type { CallSummary, TraceEventOf } from '#contract/model/runs/trace';

export type CallEvent = TraceEventOf<'before' | 'after' | 'seen'>;

/** In characters; a list shows less. */
const longestTarget = 2_000;

/** What one more line makes of a call. */
export function summariseCall(summary: CallSummary, event: CallEvent): CallSummary {
  switch (event.type) {
    case 'before': {
      const { tool, caller, parameters } = event;
      const where = event.target?.app || event.target?.title || '';
      const target = callTarget({ parameters, where }).slice(0, longestTarget);
      return { ...summary, tool, caller, at: Date.parse(event.at), target, where, status: 'running' };
    }
    case 'after': {
      const { error, elapsedMs, resolution } = event;
      const { where = '' } = summary;
      const found = resolution?.element;
      const target = found === undefined ? summary.target : callTarget({ parameters: {}, where, element: found });
      const healed = resolution?.healedFrom !== undefined && ({ healed: true } as const);
      return {
        ...summary,
        target: target.slice(0, longestTarget),
        elapsedMs,
        status: statusOf(event),
        ...(error && { error: error.code }),
        ...healed,
      };
    }
    case 'seen': {
      const thumbnail = event.picture?.thumbnail;
      const better = thumbnail && (event.phase === 'after' || !summary.thumbnail);
      return better ? { ...summary, thumbnail } : summary;
    }
  }
}

function statusOf({ error }: TraceEventOf<'after'>): CallSummary['status'] {
  if (!error) return 'ok';
  return error.code === 'permission_denied' ? 'denied' : 'failed';
}

/** A call whose first line is lost. */
export function unknownCall(call: number, at: string): CallSummary {
  const caller = { kind: 'agent', name: '?' } as const;
  return { call, at: Date.parse(at), tool: '?', caller, target: '', status: 'running', elapsedMs: 0 };
}
