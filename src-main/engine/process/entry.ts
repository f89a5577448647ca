/**
 * The engine's process. Started by Electron as a utility process, or by Node as a fork; `--backend` selects the backend. The same
 * file runs in the threads that a backend starts.
 */
import { isMainThread } from 'node:worker_threads';
import type { BackendOptions } from '../backend.ts';
import { withDeadline } from '../../base/async/deadline.ts';
import { isAlive } from '../../base/processes/is-alive.ts';
import { createLog } from '../../base/log.ts';
import { forgetSecrets } from '../../base/processes/program-environment.ts';
import { useCodeCache } from '../../base/use-code-cache.ts';
import { AppError, toWire } from '#contract/errors';
import { createBackend, parseBackendName, runBackendSurvivor, runBackendThread } from '../create-backend.ts';
import type { FromEngine, ToEngine } from './protocol.ts';

/** The part of Electron's `process.parentPort` that is used here. */
interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: ToEngine }) => void): void;
  postMessage(message: FromEngine): void;
}

const log = createLog('engine');
const parentPort = (process as { parentPort?: ParentPort }).parentPort;
const parent = process.ppid;
/** How long a graceful shutdown may take before the process is killed, in milliseconds. */
const closeMs = 800;
/** How often to check that the parent process is alive, in milliseconds. */
const orphanCheckMs = 2_000;

/** How this process ends when it is no longer needed; once the engine has started, it first releases its resources. */
let close = end;

if (!isMainThread) void runBackendThread();
else if (process.argv.includes('--let-go')) void runBackendSurvivor(log).finally(end);
else void start();

async function start(): Promise<void> {
  endWithParent();
  // Electron's utility process only logs it, and the engine continues in an unknown state.
  process.on('unhandledRejection', (error) => {
    log('error', 'a failure that nothing caught ends the engine', error);
    end();
  });
  forgetSecrets();
  // A fork is started with it.
  if (parentPort) useCodeCache('engine-in-app', __filename);
  try {
    // A survivor, which every engine that acts starts, loads none of it.
    const [{ createLocalEngine }, { serveEngine }] = await Promise.all([
      import('./local-engine.ts'),
      import('./serve.ts'),
    ]);
    const name = parseBackendName(option('--backend') ?? process.env['DESKSCOPE_BACKEND'] ?? 'auto');
    const backend = (options: BackendOptions) => createBackend(name, { ...options, entry: __filename });
    const engine = await createLocalEngine({ log, backend, lost: giveUp });
    close = () =>
      void withDeadline({ timeoutMs: closeMs, what: 'Closing the engine' }, () => engine.close())
        .catch((error: unknown) => log('warn', 'not closed in time', error))
        .finally(end);
    receive(serveEngine(engine, send, () => close()));
    send({ type: 'ready' });
  } catch (error) {
    if (!(error instanceof AppError)) log('error', 'the engine did not start', error);
    giveUp(error);
  }
}

/** Logs the reason and exits; the parent process starts another engine. */
function giveUp(error: unknown): void {
  if (error instanceof AppError) log('warn', `the engine cannot work: ${error.message}`);
  send({ type: 'failed', error: toWire(error) });
  // The message and the errors of pending calls must be delivered before the exit.
  setTimeout(end, 100);
}

function send(message: FromEngine): void {
  if (parentPort) parentPort.postMessage(message);
  else if (process.connected) process.send?.(message);
}

function receive(listener: (message: ToEngine) => void): void {
  if (parentPort) parentPort.on('message', ({ data }) => listener(data));
  else process.on('message', (message) => listener(message as ToEngine));
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** An engine without a parent serves no one, and keeps its grabs and hooks for ever. */
function endWithParent(): void {
  // Ctrl+C in a terminal reaches the whole group, and on Windows so do Ctrl+Break and closing the console; the parent still
  // needs the engine to shut down.
  for (const signal of ['SIGINT', 'SIGBREAK', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => close());
  setInterval(() => {
    if (isOrphan()) close();
  }, orphanCheckMs).unref();
}

/** On Windows a process keeps its original parent id even after the parent has ended. */
function isOrphan(): boolean {
  return process.platform === 'win32' ? !isAlive(parent) : process.ppid !== parent;
}

/**
 * By signal: `process.exit` waits for threads that may be stuck in native code. What keeps the compiled code at the exit does so
 * first: most engines of the command line live for less time than it otherwise waits.
 */
function end(): void {
  process.emit('exit', 0);
  process.kill(process.pid, 'SIGKILL');
}
