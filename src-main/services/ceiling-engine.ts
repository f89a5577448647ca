import path from 'node:path';
import { parseElementId, type ElementId } from '#contract/model/elements/element';
import type { Point } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { Engine, EngineEvents } from '../engine/engine.ts';
import type { Ceiling } from '../permissions/ceiling.ts';

type Input = Readonly<Record<string, unknown>>;

/** Methods that neither show nor touch a window's content. */
const free: ReadonlySet<string> = new Set([
  'describe',
  'diagnose',
  'setOwnProcesses',
  'setSelectorTrials',
  'questionVisibility',
  'settleInput',
  'setSnapping',
  'ocrStatus',
  'readPicture',
  'close',
  'restart',
  'encodeShot',
  'countInOneAnswer',
  'runsTerminal',
  'highlight',
  'showDesktop',
]);
const pictures: ReadonlySet<string> = new Set([
  'capture',
  'snap',
  'ocr',
  'ocrElement',
  'marks',
  'followTree',
  'findings',
]);

/**
 * The engine below a ceiling, for every entry point: windows of a forbidden app are omitted from lists and answers, and
 * calls that name one, an element of one or a point on one are refused; so are forbidden screenshots and program
 * starts.
 */
export function ceilingEngine(engine: Engine, ceiling: Ceiling): Engine {
  if (limited.has(engine)) return engine;
  const everything = async () => (await engine.listWindows({ includeHidden: true })).items;
  const allows = (window: WindowInfo) => {
    try {
      ceiling.ensureApp(window);
      return true;
    } catch {
      return false;
    }
  };
  /** Returns the input, pinned to the windows that were checked at its points: no other may cover them meanwhile. */
  const check = async (method: string, input: Input): Promise<Input> => {
    ceiling.ensureReadable();
    if (method === 'launch') ceiling.ensureProgram(programOf(input), wordsIn(input['args']));
    if (method === 'switchToNext') {
      const { items } = await engine.listWindows({});
      const next = items.slice(items.findIndex(({ active }) => active) + 1).find(({ state }) => state !== 'minimized');
      if (next) ceiling.ensureApp(next);
    }
    const ids = windowsIn(input);
    const intended = new Map<WindowId, WindowInfo>();
    const takesPicture = pictures.has(method) && input['picture'] !== false;
    const all = ids.length > 0 || takesPicture ? await everything() : [];
    for (const window of all) if (ids.includes(window.id)) intended.set(window.id, window);
    const lookAt = async ({ x, y }: Point): Promise<WindowId | null> => {
      const there = await engine.windowAt({ x, y });
      if (there) intended.set(there.id, there);
      return there?.id ?? null;
    };
    for (const point of pointsIn(input)) await lookAt(point);
    const pinned = pins[method] ? await pins[method](input, lookAt) : input;
    // Whichever window is named, a program may have the focus in an unlisted one.
    if (byKeys.has(method)) {
      const receiver = await engine.keyReceiver({});
      if (receiver) ceiling.ensureApp(receiver);
    }
    for (const window of intended.values()) ceiling.ensureApp(window);
    if (!takesPicture) return pinned;
    // A screenshot of the screen or a part of it shows every window there.
    const shown = intended.size > 0 ? [...intended.values()] : all.filter(({ state }) => state !== 'minimized');
    for (const window of shown) {
      ceiling.ensureApp(window);
      ceiling.ensurePicture(window);
    }
    return pinned;
  };
  const made = new Proxy(engine, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== 'function' || typeof name !== 'string') return method;
      const call = method.bind(target) as (...args: unknown[]) => unknown;
      if (name === 'on') return onAllowed(engine, allows);
      if (free.has(name)) return call;
      if (name === 'listWindows') {
        return async (...args: Parameters<Engine['listWindows']>) => {
          if (ceiling.isNone) return engine.listWindows(...args);
          ceiling.ensureReadable();
          const { sequence, items } = await engine.listWindows(...args);
          return { sequence, items: items.filter(allows) };
        };
      }
      return async (input: Input = {}, ...rest: unknown[]) => {
        if (ceiling.isNone) return call(input, ...rest);
        const checked = await check(name, input);
        const answer = await call(checked, ...rest);
        for (const window of windowsOfAnswer(answer)) ceiling.ensureApp(window);
        return answer;
      };
    },
  });
  limited.add(made);
  return made;
}

/** Changes of the window list, without unlisted windows. */
function onAllowed(engine: Engine, allows: (window: WindowInfo) => boolean): Engine['on'] {
  return (topic, listener) => {
    if (topic !== 'windows') return engine.on(topic, listener);
    const receive = listener as (diff: EngineEvents['windows']) => void;
    return engine.on('windows', (diff) =>
      receive({ ...diff, added: diff.added.filter(allows), updated: diff.updated.filter(allows) }),
    );
  };
}

/**
 * The windows in an answer: the focused one, the one under the pointer and a started one are known only from the
 * answer.
 */
function windowsOfAnswer(answer: unknown): readonly WindowInfo[] {
  if (typeof answer !== 'object' || answer === null) return [];
  if ('app' in answer && 'title' in answer) return [answer as WindowInfo];
  const { window } = answer as { readonly window?: unknown };
  return typeof window === 'object' && window !== null && 'app' in window ? [window as WindowInfo] : [];
}

type LookAt = (point: Point) => Promise<WindowId | null>;
type Pin = (input: Input, lookAt: LookAt) => Promise<Input>;

/** Pins presses to the window that was checked for them, unless the caller has pinned one already. */
const pinAt: Pin = async (input, lookAt) =>
  'over' in input || !isPoint(input['at']) ? input : { ...input, over: await lookAt(input['at']) };
const pins: Readonly<Partial<Record<string, Pin>>> = {
  click: pinAt,
  scroll: pinAt,
  drag: async (input, lookAt) => {
    const { over, from, to } = input;
    if (over !== undefined || !isPoint(from) || !isPoint(to)) return input;
    return { ...input, over: { from: await lookAt(from), to: await lookAt(to) } };
  },
};

const limited = new WeakSet<Engine>();
const byKeys: ReadonlySet<string> = new Set(['typeText', 'pressKeys']);

/** Windows that an input names, directly or by an element. */
function windowsIn(input: Input): readonly WindowId[] {
  const { window, element, target, on, receiver, from, over } = input;
  const named = [
    window,
    receiver,
    over,
    (target as Input | undefined)?.['window'],
    (target as Input | undefined)?.['id'],
  ];
  const elements = [
    element,
    from,
    on,
    (target as Input | undefined)?.['element'],
    (element as Input | undefined)?.['id'],
    ((on as Input | undefined)?.['element'] as Input | undefined)?.['id'],
  ];
  return [
    ...named.filter((id): id is WindowId => typeof id === 'string'),
    ...elements.flatMap((id) => (typeof id === 'string' ? [parseElementId(id as ElementId).window] : [])),
  ];
}

/** A path is one below the working directory of the program. */
function programOf({ command, folder }: Input): string {
  const isPath = typeof folder === 'string' && /[\\/]/.test(String(command));
  return isPath ? path.resolve(folder, String(command)) : String(command);
}

function wordsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}

function pointsIn({ at, from, to, via = [], x, y }: Input): readonly Point[] {
  const own = typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : [];
  return [...own, ...[at, from, to, ...(Array.isArray(via) ? (via as unknown[]) : [])].filter(isPoint)];
}

function isPoint(value: unknown): value is Point {
  const point = value as Point | undefined;
  return typeof point === 'object' && typeof point.x === 'number' && typeof point.y === 'number';
}
