import { disposable } from '../base/async/disposable.ts';
import { once } from '../base/async/once.ts';
import type { Log } from '../base/log.ts';
import { sessionVariables } from '../base/processes/user-session.ts';
import type { BackendName } from '../engine/create-backend.ts';
import { deadlines } from '../engine/deadlines.ts';
import type { Engine, EngineMethod } from '../engine/engine.ts';
import type { RemoteEngine } from '../engine/process/remote-engine.ts';
import type { WindowsEngine } from '../engine/process/windows-engine.ts';

interface EngineHereOptions {
  readonly backend: BackendName;
  /** The built engine, which back ends start threads with. */
  readonly entry: string;
  readonly log: Log;
}

/**
 * The engine for a command that looks once and ends, in its own process: a fault costs no more than its answer, and the start of
 * a process is saved. Not on Windows, where native calls can block a process for ever. It starts at once, or what lists the
 * windows does; calls wait for it.
 * @param onlyWindows whether the command probably needs no more than their list
 */
export function engineHere({ backend, entry, log }: EngineHereOptions, onlyWindows: boolean): Engine {
  Object.assign(process.env, sessionVariables());
  const whole = once(() => startHere(backend, entry, log));
  const windows = once(() => startWindowsHere(backend, log));
  const started = new Set<Promise<Pick<Engine, 'close'> | null>>();
  const start = <T extends Promise<Pick<Engine, 'close'> | null>>(starting: T): T => {
    // Each call reports a failure.
    starting.catch(() => undefined);
    started.add(starting);
    return starting;
  };
  void start(onlyWindows ? windows() : whole());
  const calls = (Object.keys(deadlines) as EngineMethod[]).map((method) => [
    method,
    async (...given: readonly unknown[]) => {
      const lists = onlyWindows && (method === 'listWindows' || method === 'describe');
      const engine: Partial<Engine> = (lists && (await windows())) || (await start(whole()));
      return (engine[method] as (...given: readonly unknown[]) => Promise<unknown>)(...given);
    },
  ]);
  const methods: unknown = Object.fromEntries(calls);
  return {
    ...(methods as Pick<Engine, EngineMethod>),
    on: (topic, listener) => {
      const listening = start(whole()).then((engine) => engine.on(topic, listener));
      listening.catch(() => undefined);
      return disposable(
        () =>
          void listening.then(
            (each) => each.dispose(),
            () => undefined,
          ),
      );
    },
    close: async () => {
      const closing = [...started].map((starting) => starting.then((engine) => engine?.close()));
      // What did not start needs no closing.
      await Promise.allSettled(closing);
    },
  };
}

/**
 * An engine in a process of its own, with its list of windows read here until that process is ready: its start takes longer than a
 * list. A list that cannot be read here is the process's.
 */
export function listingHere(
  engine: RemoteEngine,
  { backend, log }: Pick<EngineHereOptions, 'backend' | 'log'>,
): Engine {
  Object.assign(process.env, sessionVariables());
  const opening = startWindowsHere(backend, log).catch(() => null);
  const close = once(async () => (await opening)?.close());
  let isListening = false;
  engine.on('status', ({ state }) => state !== 'starting' && void close().catch(() => undefined));
  const ask = async <T>(of: (either: Pick<Engine, 'listWindows' | 'describe'>) => Promise<T>): Promise<T> => {
    const here = engine.status.state === 'starting' && !isListening ? await opening : null;
    return here ? of(here).catch(() => of(engine)) : of(engine);
  };
  return {
    ...engine,
    listWindows: (...asked) => ask((either) => either.listWindows(...asked)),
    describe: (...asked) => ask((either) => either.describe(...asked)),
    on(topic, listener) {
      isListening = true;
      return engine.on(topic, listener);
    },
    async close() {
      await close();
      await engine.close();
    },
  };
}

async function startHere(backend: BackendName, entry: string, log: Log): Promise<Engine> {
  const [{ createLocalEngine }, { createBackend }] = await Promise.all([
    import('../engine/process/local-engine.ts'),
    import('../engine/create-backend.ts'),
  ]);
  return createLocalEngine({ log, backend: (options) => createBackend(backend, { ...options, entry }) });
}

async function startWindowsHere(backend: BackendName, log: Log): Promise<WindowsEngine | null> {
  const [{ createWindowsEngine }, { createWindowsOnly }] = await Promise.all([
    import('../engine/process/windows-engine.ts'),
    import('../engine/create-backend.ts'),
  ]);
  return createWindowsEngine({ log, backend: (options) => createWindowsOnly(backend, options) });
}
