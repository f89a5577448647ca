import { performance } from 'node:perf_hooks';
import { withDeadline } from '../../base/deadline.ts';
import { createFencedFiles } from '../../base/fence/fenced-files.ts';
import type { Engine } from '../../engine/engine.ts';
import { ensureBelowCeiling } from './below-ceiling.ts';
import { currentAccess } from '../../permissions/access.ts';
import { once } from '../../base/once.ts';
import type { GateDecision, GateQuestion, Leave } from '../../permissions/gate.ts';
import { isStranger } from '../../permissions/policy.ts';
import { appName } from '#contract/model/window';
import { AppError, toWire } from '#contract/errors';
import { harmless, quoted } from '#contract/foreign-text';
import type { Effect } from '#contract/model/permission';
import { toolKey } from '#contract/model/tool-call';
import type { Resolution } from '#contract/model/trace';
import { currentRun } from '../call-run.ts';
import { callLabels, placesNamed, said, seenLabels } from './call-labels.ts';
import { asListed, callTarget, desktopKeys, judgedWindows, pointsOf, strayKeys, wantedWindow } from './call-target.ts';
import { deadlineOf, effectOf, reachOf, type ActsIn, type Tool, type ToolResult } from '../define-tool.ts';
import { nameDialogInWay } from './dialog-in-way.ts';
import { createDoubt, type Doubt } from './doubt.ts';
import { dryTool } from './dry-run.ts';
import type { FindTool } from '../find-tool.ts';
import { guardedEngine, Judged } from './guarded-engine.ts';
import type { KeptFiles } from '../kept-files.ts';
import type { CallObserver, CallStart } from '../observer.ts';
import { holdResult, stillWaits, waitWhileHeld } from './held-call.ts';
import { inCallersWords, parseInput } from '../parse-input.ts';
import type { RecentCalls } from '../recent-calls.ts';
import { isSecret, maskSecrets, maskUnparsed, secretTexts, withoutTexts } from './secrets.ts';
import { endingEngine } from './ending-engine.ts';
import type { LookBudget } from './look-budget.ts';
import { oneLook, type OneLook } from './one-look.ts';
import type { RunOptions, RunOutcome, ToolRunnerOptions } from './tool-runner.ts';
import { untilGone } from './until-gone.ts';
import { isWithheld, veiledEngine } from './veiled-engine.ts';

export type Call = ToolRunnerOptions &
  RunOptions & {
    readonly files: KeptFiles;
    readonly recent: RecentCalls;
    readonly tokens: ReadonlySet<string>;
    readonly budget: LookBudget;
    readonly find: FindTool;
    readonly signal: AbortSignal;
    readonly call: number;
  };

type Input = Record<string, unknown>;

/** From here on a call is told of as slow, in milliseconds. */
const slowMs = 300_000;

/** One call from its name to its outcome; see `ToolRunner` for the order of steps. Never throws. */
export async function runCall(call: Call, key: string, parameters: unknown): Promise<RunOutcome> {
  const entered = enter(call);
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

/** What the caller is told of it, which a person may have replaced; the trace has what it was. */
async function asLetGo(call: Call, released: Checked, outcome: RunOutcome): Promise<RunOutcome> {
  if ('error' in released || !released.holdsResult || !outcome.ok) return outcome;
  return { ...outcome, result: await holdResult(call, released.tool, outcome.result) };
}

/** What the caller must know of its own call: arguments that were left out, and what a person changed. */
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

function enter(call: Call): { readonly leave: () => void } | (Refused & { readonly leave: () => void }) {
  try {
    return { leave: call.limits?.enter(call.caller) ?? (() => undefined) };
  } catch (error) {
    return { tool: null, error, leave: () => undefined };
  }
}

/** As long as a person holds it. With other arguments it is checked again, and permitted as what it is then. */
async function holdAsLong(call: Call, key: string, checked: Allowed): Promise<Checked> {
  const { tool, input } = checked;
  if (!call.hold) return checked;
  try {
    const isMasked = await isSecret(tool, input, lookingAs(call));
    const recheck = (parameters: Readonly<Input>) => check(call, key, parameters);
    const target = once(() => realTarget(call, { tool, input }));
    const { parameters, holdsResult } = await waitWhileHeld(call, {
      tool,
      input,
      shown: isMasked ? maskSecrets(tool, input) : input,
      isSecret: isMasked,
      window: async () => windowInWords(await target().catch(() => null)),
      element: async () => (await callLabels(lookingAs(call), { tool, input, target })).join(' '),
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

/** The caller learns that another call than its own was made. */
function changedByUser({ tool, input }: Allowed, changed: Checked): Checked {
  if ('error' in changed) return changed;
  const differs = (field: string) => JSON.stringify(changed.input[field]) !== JSON.stringify(input[field]);
  const fields = [...new Set([...Object.keys(input), ...Object.keys(changed.input)])].filter(differs);
  if (fields.length === 0) return changed;
  const secret = tool.secrets?.fields ?? [];
  const said = fields.map((field) => {
    if (!(field in changed.input)) return `without ${quoted(field)}`;
    return secret.includes(field)
      ? quoted(field)
      : `${quoted(field)} is ${quoted(JSON.stringify(changed.input[field]))}`;
  });
  return {
    ...changed,
    notes: [...changed.notes, `The user changed this call before it was made: ${said.join(', ')}.`],
  };
}

function windowInWords(target: ActsIn | null): string {
  return target ? `${target.title} ${target.app}` : '';
}

async function runAsChecked(call: Call, key: string, parameters: unknown, checked: Checked): Promise<RunOutcome> {
  if (!('error' in checked)) return runChecked(call, checked.tool, checked.input);
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

/** No one was asked about a call that is wrong in itself. */
function refusal(error: unknown): Pick<CallStart, 'decision' | 'decidedBy'> {
  const code = error instanceof AppError ? error.code : 'internal';
  if (code === 'permission_denied') return { decision: 'refused', decidedBy: 'the ceiling' };
  return { decision: 'refused', decidedBy: code === 'rate_limited' ? 'the limit of calls' : 'the call is wrong' };
}

interface Refused {
  readonly tool: Tool | null;
  readonly error: unknown;
  /** Where a person refused it. */
  readonly denial?: Pick<CallStart, 'decision' | 'decidedBy'>;
}
interface Allowed {
  readonly tool: Tool;
  readonly input: Input;
  /** For the caller, beside the result. */
  readonly notes: readonly string[];
  /** A person wants to look at its result before its caller does. */
  readonly holdsResult?: boolean;
}
type Checked = Allowed | Refused;

function check(call: Call, key: string, parameters: unknown): Checked {
  let tool: Tool | null = null;
  try {
    tool = call.find(key);
    const parsed = parseInput(tool, parameters, call.tools);
    const checked = dryOr(call, tool, parsed.input);
    ensureBelowCeiling(call.ceiling, tool, parsed.input);
    try {
      checked.tool.check?.(checked.input, call.settings());
    } catch (error) {
      throw inCallersWords(error, parsed);
    }
    return { ...checked, notes: leftOut(tool, parsed.ignored) };
  } catch (error) {
    return { tool, error };
  }
}

function leftOut(tool: Tool, ignored: readonly string[]): readonly string[] {
  if (ignored.length === 0) return [];
  return [`Ignored: ${ignored.map((name) => quoted(name)).join(', ')}, which ${tool.name} does not take.`];
}

async function runChecked(call: Call, tool: Tool, input: Input): Promise<RunOutcome> {
  const looks = oneLook(call.engine);
  const judged = { ...call, engine: looks.judging };
  const secret = await isSecret(tool, input, lookingAs(judged));
  const shown = secret ? maskSecrets(tool, input) : input;
  const began = performance.now();
  const doubt = createDoubt();
  const target = once(() => realTarget(judged, { tool, input, doubt }));
  const permitted = enterFloor(
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
  const outcome = await perform(call, tool, input, { start, secret, looks, leave: permitted.leave });
  permitted.endAct?.();
  // What a field that is no password field holds afterwards is in many an answer.
  return finish(call, start, secret ? withoutEntered(outcome, secretTexts(tool, input)) : outcome);
}

type Entered = GateDecision & { readonly endAct?: () => void };

/** What may be done is not done while a person is asked something else. */
function enterFloor({ floor }: Call, effect: Effect, permitted: GateDecision): Entered {
  if (permitted.decision === 'denied' || effect === 'observe' || !floor) return permitted;
  try {
    return { ...permitted, endAct: floor.enter() };
  } catch (error) {
    return { decision: 'denied', decidedBy: 'a question that is open', error };
  }
}

interface Asked {
  readonly tool: Tool;
  readonly input: Input;
  readonly target: () => Promise<ActsIn | null>;
  /** Hears of looks that found out nothing. */
  readonly doubt: Doubt;
}

async function permit(call: Call, asked: Asked, shown: Input): Promise<GateDecision> {
  try {
    return await call.gate.decide(questionOf(call, asked, shown), call.signal);
  } catch (error) {
    const unanswered = error instanceof AppError && error.code === 'permission_denied';
    const decidedBy = unanswered ? error.message : 'none: the call ended while it was asked about';
    return { decision: 'denied', decidedBy, error };
  }
}

/** A question shows so many names of elements. */
const mostShown = 6;

function questionOf(call: Call, asked: Asked, shown: Input): GateQuestion {
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
    windows: () => call.budget.judging(() => judgedWindows(call, asked)),
    wanted: () => wantedWindow(call.session, input),
    labels: async () => {
      seen = await call.budget.judging(() => seenLabels(lookingAs(call), asked));
      return [...said(input), ...seen];
    },
    named: () => [...new Set(seen)].filter((label) => label.trim() !== '').slice(0, mostShown),
    places: async () => {
      const points = await pointsOf(call, asked).catch(() => []);
      return points.length > 0 ? points : placesNamed(lookingAs(call), asked);
    },
    desktopKeys: () => desktopKeys(call, asked),
    unjudged: asked.doubt.reason,
    refusal: () => call.floor?.refusal() ?? null,
    untilGone: (windows, signal) => untilGone(call.engine, windows, signal),
    stillAsked: () => stillWaits(call, 'Deskscope asks the user whether this may be done: it waits for their answer.'),
  };
}

/** Before anything is permitted, an agent's own words are held against what it may read. */
function lookingAs(call: Call): Call {
  const { gate, caller } = call;
  if (caller.kind !== 'agent') return call;
  return { ...call, engine: veiledEngine(call.engine, (window) => !gate.hides(caller, window)) };
}

async function realTarget(
  call: Call,
  asked: Omit<Asked, 'doubt' | 'target'> & { readonly doubt?: Doubt },
): Promise<ActsIn | null> {
  const found = await callTarget(lookingAs(call), asked);
  return asListed(call, found).catch(() => found);
}

/** What an agent, or a stranger's recording, works with: what it was permitted, and no more. */
async function engineFor(
  call: Call,
  leave: Leave,
  asked: Omit<Asked, 'doubt'> & { readonly doing: Engine; readonly judged: Judged },
): Promise<Engine> {
  if (call.caller.kind !== 'agent' && !isStranger(call.caller)) return asked.doing;
  const veiled = veiledFor({ ...call, engine: asked.doing }, leave);
  const budgeted = (engine: Engine) => call.budget.engineOf(engine, call.caller.name);
  if (effectOf(asked.tool, asked.input) === 'observe' || asked.tool.handlesFrames) return budgeted(veiled);
  const stray = await strayKeys(call, asked);
  const guarded = guardedEngine(veiled, {
    leave,
    viewer: call.engine,
    receiver: stray && leave.admits(stray) ? stray.receiver : undefined,
    judged: asked.judged,
    judging: (work) => call.budget.judging(work),
  });
  return budgeted(guarded);
}

/** Withholds what the caller was not permitted to read. */
function veiledFor({ engine }: Call, leave: Leave): Engine {
  return veiledEngine(engine, (window) => leave.shows(window));
}

/**
 * The same call as one that only looks, where a dry run is asked for. Tools of other servers cannot be run so: what they
 * do, they do not through our engine, and an argument of that name is theirs.
 */
function dryOr(call: Call, tool: Tool, given: Input): { readonly tool: Tool; readonly input: Input } {
  if (tool.foreign) return { tool, input: given };
  const { dry_run: dry, ...input } = given;
  if (dry !== true) return { tool, input };
  const doubt = createDoubt();
  const target = once(() => realTarget(call, { tool, input, doubt }));
  const preview = (shown: Input) => call.gate.preview(questionOf(call, { tool, input, target, doubt }, shown));
  // It stays among the arguments, so that whoever reads the trace sees what the call was.
  return { tool: dryTool(tool, preview), input: { ...input, dry_run: true } };
}

interface Permitted {
  readonly start: CallStart;
  readonly secret: boolean;
  readonly looks: OneLook;
  readonly leave: Leave;
}

async function perform(
  call: Call,
  tool: Tool,
  input: Input,
  { start, secret, looks, leave }: Permitted,
): Promise<RunOutcome> {
  let resolution: Resolution | undefined;
  let progress = 0;
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  try {
    const asked = { tool, input, target: start.target ?? (() => Promise.resolve(null)) };
    const judged = new Judged();
    const engine = await engineFor(call, leave, { ...asked, judged, doing: looks.doing });
    const result = await withDeadline(
      { signal: call.signal, timeoutMs: timeFor(tool, input), what: tool.name },
      (signal) =>
        tool.run(
          {
            engine: endingEngine(engine, signal),
            session: call.session,
            settings: call.settings(),
            signal,
            secret,
            files: call.files,
            userFiles: createFencedFiles(call.settings().allowedFolders, {
              own: ownPlaces(call),
              secrets: () => [...call.tokens, ...(call.fence?.secrets() ?? [])],
              ...(call.fence && { isNamed: call.fence.isNamed }),
            }),
            room: call.room ?? Infinity,
            commands: call.tools.map(({ name }) => name),
            log: (message) => call.log('info', harmless(message)),
            ownCalls: () => call.recent.of(call.caller),
            admit(window) {
              admit(leave, window);
              judged.add(window);
            },
            resolved: (found) => (resolution = found),
            progress(fraction, message) {
              if (signal.aborted || fraction <= progress) return;
              progress = fraction;
              call.progress?.(fraction, message);
            },
          },
          input,
        ),
    );
    return {
      ok: true,
      elapsedMs: elapsed(),
      result: withHealing(result, resolution),
      ...(resolution && { resolution }),
    };
  } catch (error) {
    const elapsedMs = elapsed();
    const viewer = veiledFor(call, leave);
    const reported = start.effect === 'act' ? await nameDialogInWay(viewer, start.target, error) : error;
    return { ...failed(call, start, reported, elapsedMs), ...(resolution && { resolution }) };
  }
}

/** What says what agents may do. */
function ownPlaces({ profile, config, settings, fence, ceiling }: Call): readonly string[] {
  return [profile, config, settings().mcpConfig, ...(fence?.places ?? []), ...(ceiling?.deniedFolders ?? [])].flatMap(
    (place) => place || [],
  );
}

/** A window may come, or be another one, between the permission and the act. */
function admit(leave: Leave, window: ActsIn): void {
  // Withheld is what no one was asked about.
  if (leave.admits(window) && !isWithheld(window)) return;
  const name = window.app === '' ? 'an app' : appName(window.app);
  throw new AppError(
    'permission_denied',
    `A window of ${name} needs approval, and was not there when this was permitted.`,
    {
      hint: 'Call again, so that the user can approve this window.',
      delivery: 'not_delivered',
      data: { unasked: true },
    },
  );
}

function timeFor(tool: Tool, input: Input): number {
  const wait = input['timeout_ms'];
  return deadlineOf(tool, input) + (typeof wait === 'number' ? wait : 0);
}

/** A healed step is never silent: whoever reads only the result must learn that something else was used. */
function withHealing(result: ToolResult, resolution: Resolution | undefined): ToolResult {
  if (!resolution?.healedFrom) return result;
  const healed = `Healed: ${quoted(resolution.selector)} matched nothing, so the alternative ${quoted(resolution.healedFrom)} was used.`;
  return { ...result, note: result.note ? `${result.note}\n${healed}` : healed };
}

function failed(call: Call, start: CallStart, error: unknown, elapsedMs: number): RunOutcome {
  const known = error instanceof AppError ? error : undefined;
  // An abort may surface as whatever the interrupted work threw; what counts is who ended it.
  const reason: unknown = call.signal.reason;
  const reported = known?.code === 'cancelled' && reason instanceof AppError ? reason : error;
  const wire = toWire(reported);
  if (wire.code === 'internal') call.log('error', `${start.tool} failed`, error);
  return { ok: false, elapsedMs, error: wire };
}

function startOf(
  call: Call,
  tool: Tool | null,
  key: string,
  parameters: Input,
  { decision, decidedBy }: Pick<CallStart, 'decision' | 'decidedBy'>,
): CallStart {
  const name = tool ? toolKey(tool.type, tool.name) : key;
  const { caller, session } = call;
  const run = currentRun();
  return { call: call.call, tool: name, caller, session, ...(run && { run }), parameters, decision, decidedBy };
}

async function finish(call: Call, start: CallStart, found: RunOutcome): Promise<RunOutcome> {
  const outcome = withoutEntered(found, call.session.entered);
  const said = outcome.ok ? [outcome.result.text, outcome.result.note] : [outcome.error.message];
  const slow = slowness(outcome);
  if (slow) call.log('warn', `${start.tool} of ${start.caller.name}: ${slow}`);
  const end = {
    ...start,
    elapsedMs: outcome.elapsedMs,
    text: [...said, slow].filter(Boolean).join('\n'),
    ...(!outcome.ok && { error: outcome.error }),
    ...(outcome.resolution && { resolution: outcome.resolution }),
  };
  await notify(call, (observer) => observer.after(end));
  return outcome;
}

function withoutEntered(outcome: RunOutcome, texts: ReadonlySet<string>): RunOutcome {
  if (outcome.ok) return { ...outcome, result: withoutTexts(outcome.result, texts) };
  return { ...outcome, error: { ...withoutTexts(outcome.error, texts), code: outcome.error.code } };
}

/** Longer than UFO's documents would let a call take unnoticed; empty for any other. */
function slowness({ elapsedMs }: RunOutcome): string {
  if (elapsedMs <= slowMs) return '';
  return `Slow tool: it took ${Math.round(elapsedMs / 1_000)} s, more than ${slowMs / 60_000} minutes.`;
}

function notifyBefore(call: Call, start: CallStart): Promise<void> {
  return notify(call, (observer) => observer.before(start));
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
