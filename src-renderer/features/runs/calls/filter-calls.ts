import { callWords } from '#contract/model/runs/call-words';
import type { CallSummary } from '#contract/model/runs/trace';

/** Empty strings match everything. */
export interface CallFilter {
  /** Words that a row must all contain. */
  readonly text: string;
  readonly status: '' | CallSummary['status'];
  readonly tool: string;
  readonly caller: string;
}

export const noFilter: CallFilter = { text: '', status: '', tool: '', caller: '' };

export function filterCalls(calls: readonly CallSummary[], filter: CallFilter): readonly CallSummary[] {
  const { status, tool, caller } = filter;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && !status && !tool && !caller) return calls;
  return calls.filter(
    (call) =>
      (!status || call.status === status) &&
      (!tool || call.tool === tool) &&
      (!caller || call.caller.name === caller) &&
      words.every((word) => callText(call).includes(word)),
  );
}

function callText(summary: CallSummary): string {
  const { call, tool, target, caller, status, error = '' } = summary;
  return `${call} ${tool} ${target} ${caller.name} ${status} ${error} ${callWords(summary).why}`.toLowerCase();
}

/** A call is reported several times with the same number: the latest counts. Calls are ordered by number. */
export function withCall(calls: readonly CallSummary[], call: CallSummary): readonly CallSummary[] {
  const found = calls.findIndex((other) => other.call >= call.call);
  const at = found < 0 ? calls.length : found;
  const known = calls[at]?.call === call.call;
  // Messages may arrive out of order: an ended call does not run again.
  if (known && call.status === 'running') return calls;
  return [...calls.slice(0, at), call, ...calls.slice(known ? at + 1 : at)];
}

/** The distinct values of a column, in order. */
export function valuesOf(calls: readonly CallSummary[], pick: (call: CallSummary) => string): readonly string[] {
  return [...new Set(calls.map(pick))].sort();
}
