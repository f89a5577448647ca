import type { Engine } from '../../engine/engine.ts';

type Look = (input: unknown, options?: unknown) => Promise<unknown>;

/**
 * The engine for one judgement: windows and elements that several parts of it ask for are looked at once, so that all of
 * it is about one moment. A look that failed, e.g. since its asker ran out of time, counts for no one else.
 */
export function sharedLooks(engine: Engine): Engine {
  const looks = new Map<string, Promise<unknown>>();
  const share = (name: 'listWindows' | 'details'): Look => {
    const own = engine[name].bind(engine) as Look;
    return (input, options) => {
      const key = `${name} ${JSON.stringify(input)}`;
      const look = () => {
        const looking = own(input, options);
        looks.set(key, looking);
        return looking;
      };
      return looks.get(key)?.catch(look) ?? look();
    };
  };
  const shared: Readonly<Record<string, Look>> = { listWindows: share('listWindows'), details: share('details') };
  return new Proxy(engine, {
    get: (target, name) =>
      typeof name === 'string' && Object.hasOwn(shared, name) ? shared[name] : (Reflect.get(target, name) as unknown),
  });
}
