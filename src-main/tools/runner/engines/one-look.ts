import type { Engine, EngineMethod } from '../../../engine/engine.ts';
import type { ElementId } from '#contract/model/elements/element';
import { deadlines } from '../../../engine/deadlines.ts';

/** How old a look may be that still counts as a first one, in milliseconds. */
const freshMs = 100;

type Method = (input: unknown, options?: object) => Promise<unknown>;

/** An id for looks that share one list of windows, as in `CallOptions.look`; unique in this process. */
let lastLook = 0;

/**
 * The looks of one call. Whatever judges it is about one moment, so that it reads each element once; what judged it a
 * moment ago is the first look of what then does it.
 */
export interface OneLook {
  /** For everything that decides whether the call may run. */
  readonly judging: Engine;
  /**
   * For the tool: its first reading of an element reuses the one of the policy check, if that is fresh. An element found by name
   * must still have the name when the action runs.
   */
  readonly doing: Engine;
}

export function oneLook(engine: Engine): OneLook {
  const details = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();
  const [judging, doing] = [withLook(engine), withLook(engine)];
  const share: Method = (input, options) => {
    const key = JSON.stringify(input);
    const look = () => {
      const answer = (judging.details as Method)(input, options);
      details.set(key, { at: performance.now(), answer });
      return answer;
    };
    // A look that failed, e.g. since its asker ran out of time, counts for nobody else.
    return details.get(key)?.answer.catch(look) ?? look();
  };
  const take: Method = (input, options) => {
    const key = JSON.stringify(input);
    const known = details.get(key);
    details.delete(key);
    const isFresh = known !== undefined && performance.now() - known.at < freshMs;
    const read = () => (doing.details as Method)(input, options);
    return isFresh ? known.answer.catch(read) : read();
  };
  /** What was found by looking for it, and what it was called then. */
  const found = new Map<ElementId, string>();
  const find: Engine['find'] = async (input, options) => {
    const result = await doing.find(input, options);
    for (const { id, name } of result.matches) found.set(id, name);
    return result;
  };
  const runPattern: Engine['runPattern'] = (input, options) => {
    // To scroll it into view does nothing to it yet.
    const named = input.call.pattern === 'scrollItem' ? undefined : found.get(input.element);
    return doing.runPattern({ ...input, ...(named !== undefined && { named }) }, options);
  };
  const own = { details: take, find: find as Method, runPattern: runPattern as Method };
  return { judging: over(judging, { details: share }), doing: over(doing, own) };
}

/** The same engine, all of whose looks are about one list of windows as long as it does nothing. */
function withLook(engine: Engine): Engine {
  const look = `${process.pid}.${++lastLook}`;
  const methods = Object.keys(deadlines) as EngineMethod[];
  const looking = methods.map((name) => {
    const own = engine[name].bind(engine) as Method;
    return [name, (input: unknown, options?: object) => own(input, { ...options, look })] as const;
  });
  return over(engine, Object.fromEntries(looking));
}

function over(engine: Engine, own: Readonly<Record<string, Method>>): Engine {
  return new Proxy(engine, {
    get: (target, name) =>
      typeof name === 'string' && Object.hasOwn(own, name) ? own[name] : (Reflect.get(target, name) as unknown),
  });
}
