import { existsSync } from 'node:fs';
import path from 'node:path';
import { disposable } from '../base/async/disposable.ts';
import type { Log } from '../base/log.ts';
import { sessionVariables } from '../base/processes/user-session.ts';
import type { BackendName } from '../engine/create-backend.ts';
import { deadlines } from '../engine/deadlines.ts';
import type { Engine, EngineMethod } from '../engine/engine.ts';
import { forkEngine } from '../engine/process/fork-engine.ts';
import { createRemoteEngine, type RemoteEngine } from '../engine/process/remote-engine.ts';

export interface EngineOptions {
  readonly backend: BackendName;
  /** The built engine (`out/main/engine.js`). */
  readonly entry: string;
  /** Whether the engine's own log goes to standard error. */
  readonly engineLog: 'inherit' | 'ignore';
  readonly log: Log;
  /** Starts its process elsewhere, e.g. on a separate desktop; beside this one by default. */
  readonly fork?: typeof forkEngine | undefined;
}

/** The engine in its own process, also for the scripted desktop: a native fault costs one error instead of the command. */
export function startEngine({ backend, entry, engineLog, log, fork = forkEngine }: EngineOptions): RemoteEngine {
  return createRemoteEngine({
    spawn: () => fork(entry, { backend, log: engineLog, nodeOptions: withCodeCache(entry) }),
    log,
  });
}

/** Options of Node.js by which the engine loads sooner; packages of the app lack the file. */
function withCodeCache(entry: string): readonly string[] {
  const file = path.join(path.dirname(entry), '../../bin/code-cache.cjs');
  return existsSync(file) ? ['--require', file] : [];
}

/**
 * Same for a command that looks once and ends: it runs the engine itself, since a fault costs no more than its answer, and saves
 * the start of a process. Not on Windows, where native calls can block a process for ever.
 */
export function startEngineToLook(options: EngineOptions): Engine {
  const { backend, entry, log, fork } = options;
  return fork || process.platform !== 'linux' ? startEngine(options) : engineHere(backend, entry, log);
}

/** The engine in this process. It starts at once; calls wait for it. */
function engineHere(backend: BackendName, entry: string, log: Log): Engine {
  const starting = startHere(backend, entry, log);
  // Each call reports it.
  starting.catch(() => undefined);
  const calls = (Object.keys(deadlines) as EngineMethod[]).map((method) => [
    method,
    async (...given: readonly unknown[]) => {
      const run: unknown = (await starting)[method];
      return (run as (...given: readonly unknown[]) => Promise<unknown>)(...given);
    },
  ]);
  const methods: unknown = Object.fromEntries(calls);
  return {
    ...(methods as Pick<Engine, EngineMethod>),
    on: (topic, listener) => {
      const listening = starting.then((engine) => engine.on(topic, listener));
      listening.catch(() => undefined);
      return disposable(
        () =>
          void listening.then(
            (each) => each.dispose(),
            () => undefined,
          ),
      );
    },
    close: () =>
      starting.then(
        (engine) => engine.close(),
        () => undefined,
      ),
  };
}

async function startHere(backend: BackendName, entry: string, log: Log): Promise<Engine> {
  Object.assign(process.env, sessionVariables());
  const [{ createLocalEngine }, { createBackend }] = await Promise.all([
    import('../engine/process/local-engine.ts'),
    import('../engine/create-backend.ts'),
  ]);
  return createLocalEngine({ log, backend: (options) => createBackend(backend, { ...options, entry }) });
}
