import type { RunEnding } from '#contract/model/runs/trace';
import type { CallRun } from '../tools/call-run.ts';
import { createTraceWriter, type TraceOptions, type TraceWriter } from './trace/trace-writer.ts';

/** The overall status is the last of these that occurs. */
const byWeight: readonly RunEnding['status'][] = ['ended', 'passed', 'done', 'unproven', 'limit', 'stopped', 'error'];

/** One trace for a whole command: its outcome combines those of its runs. */
export function createOneTrace(options: TraceOptions): TraceWriter {
  const writer = createTraceWriter(options);
  const received = new WeakSet<CallRun>();
  let outcome: RunEnding | null = null;
  const receive = (ending: RunEnding | null) => {
    if (ending && weightOf(ending) >= weightOf(outcome)) outcome = ending;
  };
  return {
    ...writer,
    get stopped() {
      return writer.stopped;
    },
    before(start) {
      if (start.run && !received.has(start.run)) {
        received.add(start.run);
        start.run.onEnd(receive);
      }
      return writer.before(start);
    },
    close: (closing) => writer.close({ ...(outcome && { outcome }), ...closing }),
  };
}

function weightOf(ending: RunEnding | null): number {
  if (!ending) return -1;
  return ending.status === 'failed' ? byWeight.length : byWeight.indexOf(ending.status);
}
