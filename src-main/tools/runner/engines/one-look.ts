import type { Engine, EngineMethod } from '../../../engine/engine.ts';
import type { ElementId } from '#contract/model/elements/element';
import { deadlines } from '../../../engine/deadlines.ts';

/** Maximum age of a read to be reused, in milliseconds. */
const freshMs = 100;

type Method = (input: unknown, options?: object) => Promise<unknown>;

/** Id of reads that share one window list, as in `CallOptions.look`; unique in this process. */
let lastLook = 0;

/**
 * The reads of one call. Judging it concerns one moment, so each element is read once; the first read of the action reuses that.
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
    // A failed read, e.g. after its caller's timeout, is not shared.
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
  /** Elements found by a search, with their names at that time. */
  const found = new Map<ElementId, string>();
  const find: Engine['find'] = async (input, options) => {
    const result = await doing.find(input, options);
    for (const { id, name } of result.matches) found.set(id, name);
    return result;
  };
  const runPattern: Engine['runPattern'] = (input, options) => {
    // Scrolling it into view does not act on it yet.
    const named = input.call.pattern === 'scrollItem' ? undefined : found.get(input.element);
    return doing.runPattern({ ...input, ...(named !== undefined && { named }) }, options);
  };
  const own = { details: take, find: find as Method, runPattern: runPattern as Method };
  return { judging: over(judging, { details: share }), doing: over(doing, own) };
}

/** The same engine, whose reads share one window list until an act. */
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
