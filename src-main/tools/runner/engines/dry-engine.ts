import { deadlines } from '../../../engine/deadlines.ts';
import type { CallOptions, Engine, EngineMethod } from '../../../engine/engine.ts';
import { parseElementId, type ElementId } from '#contract/model/elements/element';
import type { WindowId } from '#contract/model/windows/window';

/** A planned engine call, or the file to write. */
export interface Route {
  readonly method: EngineMethod | 'write' | 'move';
  readonly input: unknown;
}

/** Thrown at the first action that cannot be simulated. */
export class DryRunEnd extends Error {
  override readonly name = 'DryRunEnd';
}

/**
 * The engine for a dry run: it reads, records planned actions, and ends the call at the first real one. Preparations are
 * simulated so that the call gets that far: a window to bring to the front is listed as such, and an element to scroll into view
 * stays in place.
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
  /** Calls that the engine refuses are not planned either, e.g. for a window of Deskscope. @throws AppError like the real call */
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

/** The window in an input, directly or by an element in it. */
function windowIn(input: unknown): WindowId | undefined {
  const { window, element } = Object(input) as { readonly window?: WindowId; readonly element?: ElementId };
  return window ?? (element === undefined ? undefined : parseElementId(element).window);
}
