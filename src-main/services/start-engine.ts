import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../base/log.ts';
import type { BackendName } from '../engine/create-backend.ts';
import { forkEngine, runAside } from '../engine/process/fork-engine.ts';
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
  const nodeOptions = withCodeCache(entry);
  // Inside a desktop it cannot be written.
  if (fork !== forkEngine && nodeOptions[1] !== undefined) fillCodeCache(entry, nodeOptions[1]);
  return createRemoteEngine({ spawn: () => fork(entry, { backend, log: engineLog, nodeOptions }), log });
}

/** Writes the cache in the background, unless it is there: the first engine starts without it. */
function fillCodeCache(entry: string, program: string): void {
  const file = path.join(path.dirname(entry), 'code-cache', `engine-${process.version}-${process.arch}.bin`);
  if (!existsSync(file)) runAside(program);
}

/** Options of Node.js by which the engine loads sooner; packages of the app lack the file. */
function withCodeCache(entry: string): readonly string[] {
  const file = path.join(path.dirname(entry), '../../bin/code-cache.cjs');
  return existsSync(file) ? ['--require', file] : [];
}
