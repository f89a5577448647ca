import { fork, spawn } from 'node:child_process';
import { sessionVariables } from '../../base/processes/user-session.ts';
import type { BackendName } from '../create-backend.ts';
import type { EngineProcess, FromEngine } from './protocol.ts';

export interface ForkOptions {
  readonly backend: BackendName;
  readonly log?: 'inherit' | 'ignore';
  /** Options of the engine's Node.js. */
  readonly nodeOptions?: readonly string[];
}

/**
 * Starts the built `entry.ts` under plain Node. The process logs to stderr unless that is ignored, and has no stdin or stdout,
 * which belong to the command's own input and results. Without a display, it uses the user's only one.
 */
export function forkEngine(entry: string, { backend, log = 'inherit', nodeOptions = [] }: ForkOptions): EngineProcess {
  const child = fork(entry, ['--backend', backend], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', log, 'ipc'],
    execArgv: [...nodeOptions],
    env: { ...process.env, ...sessionVariables() },
  });
  return {
    get pid() {
      return child.pid;
    },
    // A channel that just closed is reported by the exit event that follows.
    send: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromEngine)),
    onExit: (listener) => {
      child.once('exit', (code, signal) => listener(signal ?? `exit code ${code ?? 0}`));
      child.once('error', (error) => child.pid === undefined && listener(error.message));
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Runs a script under plain Node until it ends; nobody waits for it, and its failure is no one's. */
export function runAside(script: string): void {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  spawn(process.execPath, [script], { env, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}
