import { deadlines } from '../../../engine/deadlines.ts';
import type { CallOptions, Engine, EngineMethod } from '../../../engine/engine.ts';
import { parseElementId, type ElementId } from '#contract/model/elements/element';
import type { WindowId } from '#contract/model/windows/window';

/** What a call would have the engine do, or the file that it would write. */
export interface Route {
  readonly method: EngineMethod | 'write' | 'move';
  readonly input: unknown;
}

/** Thrown where the first thing would be done that cannot be pretended. */
export class DryRunEnd extends Error {
  override readonly name = 'DryRunEnd';
}

/**
 * The engine for a call that should do nothing: it looks, notes down what would be done, and ends the call at the first
 * thing that matters. What only prepares it is pretended, so that the call comes that far: a window that would be brought
 * to the front is listed as if it were there, and an element that would be scrolled into view stays where it is.
 */
export function dryEngine(engine: Engine, note: (route: Route) => void): Engine {
  let front: WindowId | null = null;
  const listWindows: Engine['listWindows'] = async (input, options) => {
    const listed = await engine.listWindows(input, options);
    const first = listed.items.find(({ id }) => id === front);
    if (!first) return listed;
    const others = listed.items.filter(({ id }) => id !== front).map((window) => ({ ...window, active: false }));
    return { ...listed, items: [{ ...first, active: true }, ...others] };
  };
  /** What the engine would leave alone is not planned either, e.g. a window of Deskscope. @throws AppError as acting does */
  const plan = async (method: EngineMethod, input: unknown, options?: CallOptions) => {
    const window = windowIn(input);
    if (window !== undefined) await engine.runsTerminal({ window }, options);
    note({ method, input });
  };
  const pretend: Partial<Engine> = {
    listWindows,
    async actOnWindow(input, options) {
      await plan('actOnWindow', input, options);
      if (input.action !== 'focus') throw new DryRunEnd();
      front = input.window;
      const { items } = await listWindows({}, options);
      return items.find(({ id }) => id === input.window) ?? null;
    },
    async runPattern(input, options) {
      await plan('runPattern', input, options);
      if (input.call.pattern !== 'scrollItem') throw new DryRunEnd();
      return engine.details({ element: input.element }, options);
    },
    focusElement: (input, options) => plan('focusElement', input, options),
    highlight: () => Promise.resolve(),
  };
  return new Proxy(engine, {
    get(target, name) {
      if (typeof name === 'symbol') return Reflect.get(target, name) as unknown;
      if (name in pretend) return (pretend as Record<string, unknown>)[name];
      if (!acts(name)) return (target as unknown as Record<string, () => void>)[name]?.bind(target);
      return async (input: unknown, options?: CallOptions) => {
        await plan(name, input, options);
        throw new DryRunEnd();
      };
    },
  });
}

function acts(name: string): name is EngineMethod {
  return Object.hasOwn(deadlines, name) && deadlines[name as EngineMethod].acts;
}

/** The window that an input names, by itself or by an element in it. */
function windowIn(input: unknown): WindowId | undefined {
  const { window, element } = Object(input) as { readonly window?: WindowId; readonly element?: ElementId };
  return window ?? (element === undefined ? undefined : parseElementId(element).window);
}
