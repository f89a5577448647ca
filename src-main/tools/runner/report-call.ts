import { AppError, toWire } from '#contract/errors';
import { toolKey } from '#contract/model/tools/tool-call';
import { currentRun } from '../call-run.ts';
import type { Tool } from '../define-tool.ts';
import type { CallObserver, CallStart } from '../observer.ts';
import type { Call, Input, RunOutcome } from './call.ts';
import { desktopArgument } from './on-desktop.ts';
import { withoutTexts } from './secrets.ts';

/** Minimum duration of a slow call, in milliseconds. */
const slowMs = 300_000;

/** What observers get before a call. */
export function startOf(
  call: Call,
  tool: Tool | null,
  key: string,
  parameters: Input,
  { decision, decidedBy }: Pick<CallStart, 'decision' | 'decidedBy'>,
): CallStart {
  const name = tool ? toolKey(tool.type, tool.name) : key;
  const { caller, session, desktop, engine } = call;
  const run = currentRun();
  const place = desktop !== undefined && { engine, parameters: { [desktopArgument]: desktop, ...parameters } };
  return {
    call: call.call,
    tool: name,
    caller,
    session,
    ...(run && { run }),
    parameters,
    decision,
    decidedBy,
    ...place,
  };
}

/** Reports the end of a call to the observers, and removes the secrets that a replay entered. */
export async function finish(call: Call, start: CallStart, found: RunOutcome): Promise<RunOutcome> {
  const outcome = withoutEntered(found, call.session.entered);
  const answerTexts = outcome.ok ? [outcome.result.text, outcome.result.note] : [outcome.error.message];
  const slow = slowness(outcome);
  if (slow) call.log('warn', `${start.tool} of ${start.caller.name}: ${slow}`);
  const end = {
    ...start,
    elapsedMs: outcome.elapsedMs,
    text: [...answerTexts, slow].filter(Boolean).join('\n'),
    ...(!outcome.ok && { error: outcome.error }),
    ...(outcome.resolution && { resolution: outcome.resolution }),
  };
  await notify(call, (observer) => observer.after(end));
  return outcome;
}

/** The outcome of a failed call; an unknown error is logged and returned without details. */
export function failed(call: Call, start: CallStart, error: unknown, elapsedMs: number): RunOutcome {
  const known = error instanceof AppError ? error : undefined;
  // An abort may surface as any error of the interrupted work; the reason of the abort counts.
  const reason: unknown = call.signal.reason;
  const reported = known?.code === 'cancelled' && reason instanceof AppError ? reason : error;
  const wire = toWire(reported);
  if (wire.code === 'internal') call.log('error', `${start.tool} failed`, error);
  return { ok: false, elapsedMs, error: wire };
}

/** The outcome with each of these texts masked. */
export function withoutEntered(outcome: RunOutcome, texts: ReadonlySet<string>): RunOutcome {
  if (outcome.ok) return { ...outcome, result: withoutTexts(outcome.result, texts) };
  return { ...outcome, error: { ...withoutTexts(outcome.error, texts), code: outcome.error.code } };
}

/** A note for calls that exceed the limit in UFO's documents; empty for others. */
function slowness({ elapsedMs }: RunOutcome): string {
  if (elapsedMs <= slowMs) return '';
  return `Slow tool: it took ${Math.round(elapsedMs / 1_000)} s, more than ${slowMs / 60_000} minutes.`;
}

/** @throws AppError `audit_unavailable` to prevent a call that cannot be logged */
export function notifyBefore(call: Call, start: CallStart): Promise<void> {
  return notify(call, (observer) => observer.before(start));
}

/** Reports to the observers that a call waits: the user is asked about it, or holds it. */
export function notifyWaiting(call: Call, tool: Tool, parameters: Input, why: 'asked' | 'held'): void {
  const waiting = { call: call.call, tool: toolKey(tool.type, tool.name), caller: call.caller, parameters };
  void notify(call, (observer) => observer[why]?.(waiting));
}

/**
 * A failing observer is logged and never fails the call.
 * @throws AppError `audit_unavailable` from the audit log, which prevents the call
 */
async function notify(call: Call, inform: (observer: CallObserver) => Promise<void> | void): Promise<void> {
  let forbidden: AppError | null = null;
  for (const observer of call.observers) {
    try {
      await inform(observer);
    } catch (error) {
      if (error instanceof AppError && error.code === 'audit_unavailable') forbidden = error;
      else call.log('error', 'a call observer failed', error);
    }
  }
  if (forbidden) throw forbidden;
}
