import { performance } from 'node:perf_hooks';
import { AppError, toWire } from '#contract/errors';
import { once } from '../../base/async/once.ts';
import { stillWaiting } from '../../base/async/deadline.ts';
import { type ActsIn, effectOf, type Tool } from '../define-tool.ts';
import type { CallStart } from '../observer.ts';
import { callLabels } from './call-labels.ts';
import type { Call, Input, RunOutcome } from './call.ts';
import { type Allowed, changedByUser, check, type Checked, type Refused } from './check-call.ts';
import { createDoubt } from './doubt.ts';
import { holdResult, stillWaits, waitWhileHeld } from './held-call.ts';
import { oneLook } from './engines/one-look.ts';
import { placeCall } from './on-desktop.ts';
import { perform } from './perform-call.ts';
import { enterPromptLock, lookingAs, permit, pressPlaces, realTarget } from './permit-call.ts';
import { failed, finish, notifyBefore, startOf, withoutEntered, notifyWaiting } from './report-call.ts';
import { isSecret, maskSecrets, maskUnparsed, secretTexts } from './secrets.ts';

/** One call from its name to its outcome; see `ToolRunner` for the order of steps. Never throws. */
export async function runCall(unplaced: Call, key: string, given: unknown): Promise<RunOutcome> {
  const { call, parameters, refused } = placeCall(unplaced, key, given);
  const entered = enter(call, refused);
  const checked = 'error' in entered ? entered : check(call, key, parameters);
  const released = 'error' in checked ? checked : await holdAsLong(call, key, checked);
  const made = await runAsChecked(call, key, parameters, released).finally(entered.leave);
  call.hold?.ended(call.caller, !made.ok);
  const outcome = withNotes(await asLetGo(call, released, made), released);
  const { failure, brief } = checked.tool ?? {};
  const asked = 'error' in released ? (Object(parameters) as Input) : released.input;
  if (brief && asked['structured'] !== true) return { ...outcome, textAlone: true };
  if (outcome.ok || !failure) return outcome;
  return { ...outcome, data: failure(outcome.error, Object(parameters) as Input, outcome.elapsedMs) };
}

/** The answer to the caller, which the user may have replaced; the trace has the original. */
async function asLetGo(call: Call, released: Checked, outcome: RunOutcome): Promise<RunOutcome> {
  if ('error' in released || !released.holdsResult || !outcome.ok) return outcome;
  return { ...outcome, result: await holdResult(call, released.tool, outcome.result) };
}

/** Notes for the caller: ignored arguments, and changes by the user. */
function withNotes(outcome: RunOutcome, released: Checked): RunOutcome {
  if ('error' in released || released.notes.length === 0) return outcome;
  const { notes } = released;
  if (!outcome.ok) {
    const { error } = outcome;
    return { ...outcome, error: { ...error, hint: [error.hint, ...notes].filter(Boolean).join(' ') } };
  }
  const { result } = outcome;
  return { ...outcome, result: { ...result, note: [result.note, ...notes].filter(Boolean).join('\n') } };
}

interface Entered {
  readonly leave: () => void;
}

function enter(call: Call, refused: Refused | undefined): Entered | (Entered & Refused) {
  try {
    const leave = call.limits?.enter(call.caller) ?? (() => undefined);
    return { ...refused, leave };
  } catch (error) {
    return { tool: null, error, leave: () => undefined };
  }
}

/** Waits while the user holds it. With other arguments it is checked again, and needs permission for those. */
async function holdAsLong(call: Call, key: string, checked: Allowed): Promise<Checked> {
  const { tool, input } = checked;
  if (!call.hold) return checked;
  try {
    const isMasked = await isSecret(tool, input, lookingAs(call));
    const recheck = (parameters: Readonly<Input>) => check(call, key, parameters);
    const target = once(() => realTarget(call, { tool, input }));
    const shown = isMasked ? maskSecrets(tool, input) : input;
    const { parameters, holdsResult } = await waitWhileHeld(call, {
      tool,
      input,
      shown,
      onHeld: () => notifyWaiting(call, tool, shown, 'held'),
      isSecret: isMasked,
      window: async () => windowInWords(await target().catch(() => null)),
      element: async () => (await callLabels(lookingAs(call), { tool, input, target })).join(' '),
      async place() {
        const window = (await target().catch(() => null))?.id;
        return window ? { window, at: (await pressPlaces(call, { tool, input, target }))[0] ?? null } : null;
      },
      check(parameters) {
        const again = recheck(parameters);
        return 'error' in again ? toWire(again.error).message : '';
      },
    });
    return { ...(parameters ? changedByUser(checked, recheck(parameters)) : checked), holdsResult };
  } catch (error) {
    return { tool, error, denial: { decision: 'denied', decidedBy: 'the user, in the debugger' } };
  }
}

function windowInWords(target: ActsIn | null): string {
  return target ? `${target.title} ${target.app}` : '';
}

async function runAsChecked(call: Call, key: string, parameters: unknown, checked: Checked): Promise<RunOutcome> {
  if (!('error' in checked)) {
    const turn = await takeTurn(call, checked);
    if (!('error' in turn)) return runChecked(call, checked.tool, checked.input).finally(turn.end);
    return runAsChecked(call, key, parameters, turn);
  }
  const start = startOf(
    call,
    checked.tool,
    key,
    maskUnparsed(checked.tool, parameters),
    checked.denial ?? refusal(checked.error),
  );
  await notifyBefore(call, start);
  return finish(call, start, failed(call, start, checked.error, 0));
}

/** Before any look-up for an act, since the user may change everything first. */
async function takeTurn(call: Call, { tool, input }: Allowed): Promise<{ readonly end: () => void } | Refused> {
  if (!call.turn || effectOf(tool, input) === 'observe') return { end: () => undefined };
  const { turn, signal } = call;
  const waits = 'The user works on this desktop: it waits until they give it back.';
  try {
    return {
      end: await stillWaiting(
        () => stillWaits(call, waits),
        () => turn(signal),
      ),
    };
  } catch (error) {
    return { tool, error, denial: { decision: 'denied', decidedBy: 'the user, who works there' } };
  }
}

/** The user was not asked about an invalid call. */
function refusal(error: unknown): Pick<CallStart, 'decision' | 'decidedBy'> {
  const code = error instanceof AppError ? error.code : 'internal';
  if (code === 'permission_denied') return { decision: 'refused', decidedBy: 'the ceiling' };
  return { decision: 'refused', decidedBy: code === 'rate_limited' ? 'the limit of calls' : 'the call is wrong' };
}

async function runChecked(call: Call, tool: Tool, input: Input): Promise<RunOutcome> {
  const looks = oneLook(call.engine);
  const judged = { ...call, engine: looks.judging };
  const secret = await isSecret(tool, input, lookingAs(judged));
  const shown = secret ? maskSecrets(tool, input) : input;
  const began = performance.now();
  const doubt = createDoubt();
  const target = once(() => realTarget(judged, { tool, input, doubt }));
  const permitted = enterPromptLock(
    call,
    effectOf(tool, input),
    await permit(judged, { tool, input, target, doubt }, shown),
  );
  const start = {
    ...startOf(call, tool, tool.name, shown, permitted),
    effect: effectOf(tool, input),
    secret,
    permitMs: Math.round(performance.now() - began),
    target,
  };
  const refusal = await notifyBefore(call, start).catch((error: unknown) => ({ error }));
  if (permitted.decision === 'denied') return finish(call, start, failed(call, start, permitted.error, 0));
  if (refusal) {
    permitted.endAct?.();
    return finish(call, start, failed(call, start, refusal.error, 0));
  }
  const outcome = await perform(call, tool, input, { start, secret, looks, permit: permitted.permit });
  permitted.endAct?.();
  // Answers often contain the resulting value of a field that is no password field.
  return finish(call, start, secret ? withoutEntered(outcome, secretTexts(tool, input)) : outcome);
}
