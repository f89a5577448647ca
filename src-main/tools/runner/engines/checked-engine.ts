import { withDeadline } from '../../../base/async/deadline.ts';
import type { CallOptions, Engine, OnElement } from '../../../engine/engine.ts';
import type { Permit, TargetWindow } from '../../../permissions/gate.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { parseElementId } from '#contract/model/elements/element';
import type { Point } from '#contract/model/geometry';
import { bareDesktop, lookMs } from '../call-target.ts';
import { appName, type WindowId } from '#contract/model/windows/window';
import { leavesDoubt, notJudged } from '../doubt.ts';
import { keysIn, keysOf, type Keys, labelsAt, labelsOf, labelsOfAimed, labelsOfKeys } from '../../target/labels-at.ts';

/** Windows that a call may act in, each with its `program`, as in `CallOptions`. */
export class Judged {
  #programs: Readonly<Record<WindowId, string>> = {};

  add({ id, program = '' }: Pick<TargetWindow, 'id' | 'program'>): void {
    if (id) this.#programs = { ...this.#programs, [id]: program };
  }

  get programs(): Readonly<Record<WindowId, string>> {
    return this.#programs;
  }
}

export interface Guard {
  readonly permit: Permit;
  /** Reads everything that policy must check. */
  readonly viewer: Engine;
  /** Allowed receiver of keys besides the front window, as the user was asked; undefined for none. */
  readonly receiver: WindowId | null | undefined;
  /** The checked windows, whose ids may be reassigned. */
  readonly judged: Judged;
  /** Runs a look-up that judges an act, before those of agents. */
  readonly judging: <T>(work: () => Promise<T>) => Promise<T>;
}

type Options = { readonly signal?: AbortSignal };

/**
 * The engine for an agent's act: at the moment of each press it checks what is really there, and refuses everything that would
 * have needed a question, or that cannot be checked in time.
 */
export function checkedEngine(engine: Engine, { permit, viewer, receiver, judged, judging }: Guard): Engine {
  const look = async <T>(signal: AbortSignal | undefined, what: (signal: AbortSignal) => Promise<T>, none: T) => {
    try {
      return await judging(() => withDeadline({ signal, timeoutMs: lookMs, what: 'Looking what is there' }, what));
    } catch (error) {
      if (signal?.aborted) throw error;
      if (leavesDoubt(error) && !permit.permitsUnjudged) throw unjudged(error);
      return none;
    }
  };
  const checkLabels = (labels: readonly string[]) => {
    const label = labels.find((each) => !permit.permitsLabel(each));
    if (label !== undefined) throw notAsked(`${quoted(label)} would be pressed`);
  };
  /** The window there, null for none: if another appears before the press, the engine refuses. */
  const windowOver = async (at: Point, options: Options = {}): Promise<WindowId | null | undefined> => {
    const there = async (signal: AbortSignal) =>
      (await viewer.windowAt({ x: at.x, y: at.y }, { signal })) ?? bareDesktop;
    const window = await look(options.signal, there, null);
    if (window && !permit.permits(window)) throw notAsked(`${window.app || window.title} is at ${at.x}, ${at.y}`);
    if (window) judged.add(window);
    return window?.id;
  };
  const checkPoint = async (at: Point, options: Options = {}) => {
    const over = await windowOver(at, options);
    checkLabels(await look(options.signal, (signal) => labelsAt({ engine: viewer, signal }, at), []));
    return over;
  };
  /** If an element is aimed at, the press itself verifies the element and its permitted window. */
  const checkPress = async (at: Point, on: OnElement | undefined, options: Options = {}) => {
    if (!on || on.hit === null) return checkPoint(at, options);
    checkLabels(await look(options.signal, (signal) => labelsOfAimed({ engine, signal }, on), []));
    return parseElementId(on.element.id).window;
  };
  /** An editor may have opened a terminal since. */
  const checkTerminal = async (id: WindowId, options: Options) => {
    const found = await look(options.signal, (signal) => viewer.runsTerminal({ window: id }, { signal }), null);
    if (found === false) return;
    const { items } = await viewer.listWindows({ includeHidden: true }, options);
    const window = items.find((each) => each.id === id);
    const judged = window && { ...window, runsTerminal: found === true, isUnseen: found === null };
    if (judged && !permit.permits(judged)) throw notAsked(`${appName(judged.app)} may run a terminal`);
  };
  const checkKeys = async (window: WindowId | undefined, keys: Keys, options: Options = {}) => {
    if (window === undefined) return;
    await checkTerminal(window, options);
    checkLabels(await look(options.signal, (signal) => labelsOfKeys({ engine: viewer, signal }, window, keys), []));
  };
  const within = (options: CallOptions | undefined): CallOptions => ({ ...options, judged: judged.programs });
  const stray = receiver === undefined ? {} : { receiver };
  const guarded: Partial<Engine> = {
    async click(input, options) {
      const over = await checkPress(input.at, input.on, options);
      return engine.click({ ...input, ...(over !== undefined && { over }) }, within(options));
    },
    async drag(input, options) {
      const from = await checkPress(input.from, input.on?.from, options);
      const to = await checkPress(input.to, input.on?.to, options);
      return engine.drag({ ...input, over: { from, to } }, within(options));
    },
    async scroll(input, options) {
      const over = await windowOver(input.at, options);
      return engine.scroll({ ...input, ...(over !== undefined && { over }) }, within(options));
    },
    async runPattern(input, options) {
      const labels = (signal: AbortSignal) => labelsOf({ engine: viewer, signal }, input.element);
      if (presses.has(input.call.pattern)) checkLabels(await look(options?.signal, labels, []));
      return engine.runPattern(input, within(options));
    },
    async pressKeys(input, options) {
      await checkKeys(input.window, keysOf([input.keys]), options);
      return engine.pressKeys({ ...stray, ...input }, within(options));
    },
    async typeText(input, options) {
      await checkKeys(input.window, keysIn(input.text), options);
      return engine.typeText({ ...stray, ...input }, within(options));
    },
  };
  return new Proxy(engine, {
    get: (target, name) =>
      name in guarded ? (guarded as Record<PropertyKey, unknown>)[name] : (Reflect.get(target, name) as unknown),
  });
}

/** Patterns equivalent to a press. */
const presses: ReadonlySet<string> = new Set(['invoke', 'toggle', 'select', 'expand']);

function unjudged(error: unknown): AppError {
  const why = error instanceof AppError ? error.message : String(error);
  return new AppError('permission_denied', `Nothing was pressed: ${notJudged} (${why}).`, {
    hint: 'Wait until the app and Deskscope are less busy, then call again.',
    delivery: 'not_delivered',
    cause: error,
  });
}

function notAsked(what: string): AppError {
  return new AppError('permission_denied', `${what}, which was not known when this call was permitted.`, {
    hint: 'Look again, then call again so that the user can approve it.',
    delivery: 'not_delivered',
  });
}
