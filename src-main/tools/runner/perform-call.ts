import { performance } from 'node:perf_hooks';
import { AppError, type ErrorCode } from '#contract/errors';
import { harmless, quoted } from '#contract/foreign-text';
import type { Resolution } from '#contract/model/runs/trace';
import { appName, type WindowId, type WindowInfo, isRedacted } from '#contract/model/windows/window';
import { withDeadline } from '../../base/async/deadline.ts';
import { inPart } from '../../base/delivery.ts';
import { createRestrictedFiles } from '../../base/restricted-files/restricted-files.ts';
import type { Engine, CallOptions } from '../../engine/engine.ts';
import type { Permit } from '../../permissions/gate.ts';
import { isStranger } from '../../permissions/policy.ts';
import { deadlines } from '../../engine/deadlines.ts';
import { type ActsIn, deadlineOf, effectOf, type Tool, type ToolResult } from '../define-tool.ts';
import type { CallStart } from '../observer.ts';
import { misdirectedKeys } from './call-target.ts';
import type { Call, Input, RunOutcome } from './call.ts';
import { checkedEngine, Judged } from './engines/checked-engine.ts';
import type { OneLook } from './engines/one-look.ts';
import type { Asked } from './permit-call.ts';
import { failed } from './report-call.ts';
import { redactingEngine } from './engines/redacting-engine.ts';

/** Findings and decisions before a call. */
interface Permitted {
  readonly start: CallStart;
  readonly secret: boolean;
  readonly looks: OneLook;
  readonly permit: Permit;
}

/** Runs a permitted tool, within its deadline and its permission. Never throws. */
export async function perform(
  call: Call,
  tool: Tool,
  input: Input,
  { start, secret, looks, permit }: Permitted,
): Promise<RunOutcome> {
  let resolution: Resolution | undefined;
  let progress = 0;
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  const sent = { isSet: false };
  try {
    const asked = { tool, input, target: start.target ?? (() => Promise.resolve(null)) };
    const judged = new Judged();
    const engine = await engineFor(call, permit, { ...asked, judged, doing: looks.doing });
    const result = await withDeadline(
      { signal: call.signal, timeoutMs: timeFor(tool, input), what: tool.name },
      (signal) =>
        tool.run(
          {
            engine: endingEngine(engine, signal, () => (sent.isSet = true)),
            session: call.session,
            settings: call.settings(),
            signal,
            secret,
            files: call.files,
            skills: call.skills?.(call.caller) ?? null,
            desktops: call.desktops?.of(call.session, call.caller) ?? null,
            userFiles: createRestrictedFiles(call.settings().allowedFolders, {
              own: ownPlaces(call),
              secrets: () => [...call.tokens, ...(call.fileRestrictions?.secrets() ?? [])],
              ...(call.fileRestrictions && { isNamed: call.fileRestrictions.isNamed }),
            }),
            room: call.room ?? Infinity,
            commands: call.tools.map(({ name }) => name),
            log: (message) => call.log('info', harmless(message)),
            ownCalls: () => call.recent.of(call.caller),
            admit(window) {
              admit(permit, window);
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
    const viewer = redactedFor(call, permit);
    const told = sent.isSet && isUndelivered(error) ? inPart(error) : error;
    const reported = start.effect === 'act' ? await nameDialogInWay(viewer, start.target, told) : told;
    return { ...failed(call, start, reported, elapsedMs), ...(resolution && { resolution }) };
  }
}

/** The engine of an agent, or a foreign recording, limited to its permission and its call. */
async function engineFor(
  call: Call,
  permit: Permit,
  asked: Omit<Asked, 'doubt'> & { readonly doing: Engine; readonly judged: Judged },
): Promise<Engine> {
  if (call.caller.kind !== 'agent' && !isStranger(call.caller)) return asked.doing;
  const redacted = redactedFor({ ...call, engine: asked.doing }, permit);
  const budgeted = (engine: Engine) => call.budget.engineOf(engine, call.caller.name);
  if (effectOf(asked.tool, asked.input) === 'observe' || asked.tool.handlesFrames) return budgeted(redacted);
  const stray = await misdirectedKeys(call, asked);
  const guarded = checkedEngine(redacted, {
    permit,
    viewer: call.engine,
    receiver: stray && permit.permits(stray) ? stray.receiver : undefined,
    judged: asked.judged,
    judging: (work) => call.budget.judging(work),
  });
  return budgeted(guarded);
}

/** Redacts what the caller may not read. */
function redactedFor({ engine }: Call, permit: Permit): Engine {
  return redactingEngine(engine, (window) => permit.shows(window));
}

/** Files that control what agents may do. */
function ownPlaces({ profile, config, settings, fileRestrictions, ceiling }: Call): readonly string[] {
  return [
    profile,
    config,
    settings().mcpConfig,
    settings().desktopProfile,
    ...(fileRestrictions?.places ?? []),
    ...(ceiling?.deniedFolders ?? []),
  ].flatMap((place) => place || []);
}

/** A window may appear or be replaced between the permission and the action. */
function admit(permit: Permit, window: ActsIn): void {
  // Windows that the user was not asked about are withheld.
  if (permit.permits(window) && !isRedacted(window)) return;
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

/** A healed step is never silent: the result itself must report the fallback. */
function withHealing(result: ToolResult, resolution: Resolution | undefined): ToolResult {
  if (!resolution?.healedFrom) return result;
  const healed = `Healed: ${quoted(resolution.selector)} matched nothing, so the alternative ${quoted(resolution.healedFrom)} was used.`;
  return { ...result, note: result.note ? `${result.note}\n${healed}` : healed };
}

type Method = (input: unknown, options?: CallOptions) => Promise<unknown>;

/**
 * The engine for one call of a tool, which ends with the call. A tool that continues after its caller was answered, e.g. by
 * `timeout`, cannot act.
 * @param set called once a value, a choice or a text may have reached the app
 */
function endingEngine(engine: Engine, signal: AbortSignal, set: () => void): Engine {
  return new Proxy(engine, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof name !== 'string' || !Object.hasOwn(deadlines, name)) return own;
      const method = (own as Method).bind(target);
      return async (input: unknown, options?: CallOptions) => {
        if (signal.aborted) throw new AppError('cancelled', 'The call has ended.', { delivery: 'not_delivered' });
        try {
          const result = await method(input, { ...options, signal: options?.signal ?? signal });
          if (sets(name, input)) set();
          return result;
        } catch (error) {
          if (sets(name, input) && !isUndelivered(error)) set();
          throw error;
        }
      };
    },
  });
}

/** Patterns that leave something behind if a later step of the same call fails. */
const settingPatterns: ReadonlySet<string> = new Set(['value', 'rangeValue', 'toggle', 'select', 'selection']);

function sets(method: string, input: unknown): boolean {
  if (method === 'typeText') return true;
  const { call } = Object(input) as { readonly call?: { readonly pattern?: string } };
  return method === 'runPattern' && settingPatterns.has(call?.pattern ?? '');
}

function isUndelivered(error: unknown): boolean {
  return error instanceof AppError && error.delivery === 'not_delivered';
}

/** Errors that a dialog may have caused: an effect or a target was missing. */
const mayBeDialog: ReadonlySet<ErrorCode> = new Set([
  ...(['not_verified', 'wrong_target_window', 'element_not_found', 'timeout', 'target_not_responding'] as const),
]);

type Target = (() => Promise<{ readonly id: WindowId | null } | null>) | undefined;

/** How long the search for a cause may delay the error, in milliseconds. */
const lookMs = 1_000;

/**
 * The same error, naming the dialog that blocks its target: one of the same app in front takes the clicks and keys meant for the
 * window behind.
 */
async function nameDialogInWay(engine: Pick<Engine, 'listWindows'>, target: Target, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || !mayBeDialog.has(error.code)) return error;
  // Closing a window has named them already.
  if (error.data?.['dialogs'] !== undefined) return error;
  const found = await look(engine, target).catch(() => null);
  if (!found) return error;
  const { dialog, window } = found;
  const { code, delivery, cause, hint } = error;
  const answer = `Answer ${quoted(dialog.title)} first, or close it.`;
  return new AppError(
    code,
    `${error.message} ${quoted(dialog.title)} is open in front of ${quoted(window.title)} and takes its input.`,
    {
      hint: hint ? `${answer} ${hint}` : answer,
      data: { ...error.data, dialog: { window: dialog.id, title: dialog.title } },
      cause,
      ...(delivery && { delivery }),
    },
  );
}

async function look(engine: Pick<Engine, 'listWindows'>, target: Target) {
  const wanted = await target?.();
  if (!wanted) return null;
  const { items } = await engine.listWindows({}, { timeoutMs: lookMs });
  const window = items.find(({ id }) => id === wanted.id);
  const dialog = window && dialogOver(items, window);
  return dialog ? { dialog, window } : null;
}

/**
 * Its own dialog, or one of its app that covers it.
 * @param topmostFirst as returned by {@link Engine.listWindows}
 */
function dialogOver(topmostFirst: readonly WindowInfo[], window: WindowInfo): WindowInfo | undefined {
  const place = topmostFirst.indexOf(window);
  const isSameApp = (other: WindowInfo) => other.processId !== 0 && other.processId === window.processId;
  return topmostFirst.find(
    (other, index) =>
      other.kind === 'dialog' &&
      other.state !== 'minimized' &&
      (other.owner === window.id || (index < place && isSameApp(other))),
  );
}
