import { AppError } from '#contract/errors';
import type { Point } from '#contract/model/geometry';
import type { Effect } from '#contract/model/permissions/permission';
import { currentAccess } from '../../permissions/access.ts';
import { type GateDecision, type GateQuestion, isSameWindow, type TargetWindow } from '../../permissions/gate.ts';
import { sleep } from '../../base/async/deadline.ts';
import type { Engine } from '../../engine/engine.ts';
import { type ActsIn, effectOf, reachOf, type Tool } from '../define-tool.ts';
import { placesNamed, labelsIn, seenLabels } from './call-labels.ts';
import { asListed, callTarget, desktopKeys, policyWindows, pointsOf, requestedWindow } from './call-target.ts';
import type { Call, Input } from './call.ts';
import type { Doubt } from './doubt.ts';
import { stillWaits } from './held-call.ts';
import { notifyWaiting } from './report-call.ts';
import { redactingEngine } from './engines/redacting-engine.ts';

type Entered = GateDecision & { readonly endAct?: () => void };

/** Permitted acts wait while the user is asked another question. */
export function enterPromptLock({ promptLock }: Call, effect: Effect, permitted: GateDecision): Entered {
  if (permitted.decision === 'denied' || effect === 'observe' || !promptLock) return permitted;
  try {
    return { ...permitted, endAct: promptLock.enter() };
  } catch (error) {
    return { decision: 'denied', decidedBy: 'a question that is open', error };
  }
}

/** A call that needs permission. */
export interface Asked {
  readonly tool: Tool;
  readonly input: Input;
  readonly target: () => Promise<ActsIn | null>;
  /** Records inconclusive look-ups. */
  readonly doubt: Doubt;
}

/** The decision of the gate: by its rules, or by the user. Never throws. */
export async function permit(call: Call, asked: Asked, shown: Input): Promise<GateDecision> {
  try {
    return await call.gate.decide(questionOf(call, asked, shown), call.signal);
  } catch (error) {
    const unanswered = error instanceof AppError && error.code === 'permission_denied';
    const halted = call.signal.reason instanceof AppError;
    const gone = halted ? 'none: the call ended while it was asked about' : 'none: the agent stopped waiting';
    return { decision: 'denied', decidedBy: unanswered ? error.message : gone, error };
  }
}

/** Maximum number of element names in a question. */
const mostShown = 6;

/** The points of a call's presses, in physical screen pixels; empty if unknown. */
export async function pressPlaces(call: Call, asked: Omit<Asked, 'doubt'>): Promise<readonly Point[]> {
  const points = await pointsOf(call, asked).catch(() => []);
  return points.length > 0 ? points : placesNamed(lookingAs(call), asked);
}

/** The gate's question about a call, looked up on demand. */
export function questionOf(call: Call, asked: Asked, shown: Input): GateQuestion {
  const { tool, input } = asked;
  const { keys } = reachOf(tool, input);
  let seen: readonly string[] = [];
  return {
    effect: effectOf(tool, input),
    caller: call.caller,
    tool: tool.name,
    title: tool.title,
    access: currentAccess(),
    mode: call.mode,
    sentence: tool.sentence?.(shown) ?? tool.title,
    parameters: shown,
    ...(keys && { keys }),
    handlesFrames: tool.handlesFrames ?? false,
    deniedAs: tool.deniedAs ?? [],
    windows: () => call.budget.judging(() => policyWindows(call, asked)),
    wanted: () => requestedWindow(call.session, input),
    labels: async () => {
      seen = await call.budget.judging(() => seenLabels(lookingAs(call), asked));
      return [...labelsIn(input), ...seen];
    },
    named: () => [...new Set(seen)].filter((label) => label.trim() !== '').slice(0, mostShown),
    places: () => pressPlaces(call, asked),
    desktopKeys: () => desktopKeys(call, asked),
    unjudged: asked.doubt.reason,
    refusal: () => call.promptLock?.refusal() ?? null,
    untilGone: (windows, signal) => untilGone(call.engine, windows, signal),
    waitsMs: () => call.waitsUntil && Math.max(0, call.waitsUntil - Date.now()),
    act: () => JSON.stringify([tool.type, tool.name, input]),
    asked: () => notifyWaiting(call, tool, shown, 'asked'),
    stillAsked: () => stillWaits(call, 'Deskscope asks the user whether this may be done: it waits for their answer.'),
  };
}

/** Before permission, an agent's arguments are checked only against what it may read. */
export function lookingAs(call: Call): Call {
  const { gate, caller } = call;
  if (caller.kind !== 'agent') return call;
  return { ...call, engine: redactingEngine(call.engine, (window) => !gate.hides(caller, window)) };
}

/** The target window of a call, as listed; null if there is none. */
export async function realTarget(
  call: Call,
  asked: Omit<Asked, 'doubt' | 'target'> & { readonly doubt?: Doubt },
): Promise<ActsIn | null> {
  const found = await callTarget(lookingAs(call), asked);
  return asListed(call, found).catch(() => found);
}

/** How often to check that the windows of a question are still open, in milliseconds. */
const lookEveryMs = 250;

/** Settles with the first window that is gone, or whose id another has. @throws AppError `cancelled` */
async function untilGone(
  engine: Pick<Engine, 'listWindows'>,
  windows: readonly TargetWindow[],
  signal: AbortSignal,
): Promise<TargetWindow> {
  for (;;) {
    await sleep(lookEveryMs, signal);
    const listed = await engine.listWindows({ includeHidden: true }, { signal }).catch(() => null);
    const gone = listed && windows.find((window) => !listed.items.some((one) => isSameWindow(window, one)));
    if (gone) return gone;
  }
}
