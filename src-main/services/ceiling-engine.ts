import { parseElementId, type ElementId } from '#contract/model/element';
import type { Point } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/window';
import type { Engine } from '../engine/engine.ts';
import type { Ceiling } from '../permissions/ceiling.ts';

type Input = Readonly<Record<string, unknown>>;

/** They neither show nor touch what is in a window. */
const free: ReadonlySet<string> = new Set([
  'describe',
  'diagnose',
  'setOwnProcesses',
  'questionVisibility',
  'settleInput',
  'setSnapping',
  'ocrStatus',
  'on',
  'close',
  'restart',
  'encodeShot',
  'toldAtOnce',
  'runsTerminal',
  'highlight',
  'showDesktop',
]);
const pictures: ReadonlySet<string> = new Set(['capture', 'snap', 'ocr', 'ocrElement', 'marks']);

/**
 * The engine below a ceiling, for every door: windows of a forbidden app are in no list, and nothing that names one, an element
 * of one or a place on one, is done; nor are pictures taken, and programs started, that it forbids.
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
  const check = async (method: string, input: Input): Promise<void> => {
    ceiling.ensureReadable();
    if (method === 'launch') {
      ceiling.ensureProgram(String(input['command']));
      return;
    }
    const ids = windowsIn(input);
    const meant = new Map<WindowId, WindowInfo>();
    const all = ids.length > 0 || pictures.has(method) ? await everything() : [];
    for (const window of all) if (ids.includes(window.id)) meant.set(window.id, window);
    for (const { x, y } of pointsIn(input)) {
      const there = await engine.windowAt({ x, y });
      if (there) meant.set(there.id, there);
    }
    if (byKeys.has(method) && ids.length === 0) {
      const receiver = await engine.keyReceiver({});
      if (receiver) ceiling.ensureApp(receiver);
    }
    for (const window of meant.values()) ceiling.ensureApp(window);
    if (!pictures.has(method)) return;
    // Of the screen, or a part of it, whatever stands there is in the picture.
    const shown = meant.size > 0 ? [...meant.values()] : all.filter(({ state }) => state !== 'minimized');
    for (const window of shown) {
      ceiling.ensureApp(window);
      ceiling.ensurePicture(window);
    }
  };
  const made = new Proxy(engine, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== 'function' || typeof name !== 'string') return method;
      const call = method.bind(target) as (...args: unknown[]) => unknown;
      if (free.has(name) || ceiling.isNone) return call;
      if (name === 'listWindows') {
        return async (...args: Parameters<Engine['listWindows']>) => {
          ceiling.ensureReadable();
          const { sequence, items } = await engine.listWindows(...args);
          return { sequence, items: items.filter(allows) };
        };
      }
      return async (input: Input = {}, ...rest: unknown[]) => {
        await check(name, input);
        return call(input, ...rest);
      };
    },
  });
  limited.add(made);
  return made;
}

const limited = new WeakSet<Engine>();
const byKeys: ReadonlySet<string> = new Set(['typeText', 'pressKeys']);

/** Windows that an input names, by themselves or by an element. */
function windowsIn(input: Input): readonly WindowId[] {
  const { window, element, target, on } = input;
  const named = [window, (target as Input | undefined)?.['window'], (target as Input | undefined)?.['id']];
  const elements = [
    element,
    (target as Input | undefined)?.['element'],
    (element as Input | undefined)?.['id'],
    ((on as Input | undefined)?.['element'] as Input | undefined)?.['id'],
  ];
  return [
    ...named.filter((id): id is WindowId => typeof id === 'string'),
    ...elements.flatMap((id) => (typeof id === 'string' ? [parseElementId(id as ElementId).window] : [])),
  ];
}

function pointsIn({ at, from, to, via = [], x, y }: Input): readonly Point[] {
  const own = typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : [];
  return [...own, ...[at, from, to, ...(Array.isArray(via) ? (via as unknown[]) : [])].filter(isPoint)];
}

function isPoint(value: unknown): value is Point {
  const point = value as Point | undefined;
  return typeof point === 'object' && typeof point.x === 'number' && typeof point.y === 'number';
}
