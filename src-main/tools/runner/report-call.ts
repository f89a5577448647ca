import { AppError, toWire } from '#contract/errors';
import { toolKey } from '#contract/model/tools/tool-call';
import { currentRun } from '../call-run.ts';
import type { Tool } from '../define-tool.ts';
import type { CallObserver, CallStart } from '../observer.ts';
import type { Call, Input, RunOutcome } from './call.ts';
import { desktopArgument } from './on-desktop.ts';
import { withoutTexts } from './secrets.ts';

/** From here on a call is reported as slow, in milliseconds. */
const slowMs = 300_000;

/** What observers are reported before a call. */
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

/** The outcome of a call that failed; an unknown error goes to the log and leaves without details. */
export function failed(call: Call, start: CallStart, error: unknown, elapsedMs: number): RunOutcome {
  const known = error instanceof AppError ? error : undefined;
  // An abort may surface as whatever the interrupted work threw; what counts is who ended it.
  const reason: unknown = call.signal.reason;
  const reported = known?.code === 'cancelled' && reason instanceof AppError ? reason : error;
  const wire = toWire(reported);
  if (wire.code === 'internal') call.log('error', `${start.tool} failed`, error);
  return { ok: false, elapsedMs, error: wire };
}

/** The outcome with every one of these texts masked. */
export function withoutEntered(outcome: RunOutcome, texts: ReadonlySet<string>): RunOutcome {
  if (outcome.ok) return { ...outcome, result: withoutTexts(outcome.result, texts) };
  return { ...outcome, error: { ...withoutTexts(outcome.error, texts), code: outcome.error.code } };
}

/** Longer than UFO's documents would let a call take unnoticed; empty for any other. */
function slowness({ elapsedMs }: RunOutcome): string {
  if (elapsedMs <= slowMs) return '';
  return `Slow tool: it took ${Math.round(elapsedMs / 1_000)} s, more than ${slowMs / 60_000} minutes.`;
}

/** @throws AppError `audit_unavailable` if the call cannot be kept, and so may not be made */
export function notifyBefore(call: Call, start: CallStart): Promise<void> {
  return notify(call, (observer) => observer.before(start));
}

/** Reports to the observers that a person is asked about a call. */
export function notifyAsked(call: Call, tool: Tool, parameters: Input): void {
  const asked = { call: call.call, tool: toolKey(tool.type, tool.name), caller: call.caller, parameters };
  void notify(call, (observer) => observer.asked?.(asked));
}

/**
 * Observers watch; a broken one costs a line in the log and never the call.
 * @throws AppError `audit_unavailable` by which the one that keeps the log forbids it
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
