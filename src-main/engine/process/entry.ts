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
import { AppError, toWire } from '#contract/errors';
import { createBackend, parseBackendName, runBackendSurvivor, runBackendThread } from '../create-backend.ts';
import { createLocalEngine } from './local-engine.ts';
import type { FromEngine, ToEngine } from './protocol.ts';
import { serveEngine } from './serve.ts';

/** Electron's `process.parentPort`, as far as it is used here. */
interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: ToEngine }) => void): void;
  postMessage(message: FromEngine): void;
}

const log = createLog('engine');
const parentPort = (process as { parentPort?: ParentPort }).parentPort;
const parent = process.ppid;
/** How long a tidy end may take before the process ends untidily, in milliseconds. */
const closeMs = 800;
/** How often it looks whether its parent still lives, in milliseconds. */
const orphanCheckMs = 2_000;

/** How this process ends when it is no longer needed: from the engine's start on, it first lets go of what it holds. */
let close = end;

if (!isMainThread) void runBackendThread();
else if (process.argv.includes('--let-go')) void runBackendSurvivor(log).finally(end);
else void start();

async function start(): Promise<void> {
  endWithParent();
  // In Electron's utility process it would be a line in the log, and the engine would go on in an unknown state.
  process.on('unhandledRejection', (error) => {
    log('error', 'a failure that nothing caught ends the engine', error);
    end();
  });
  forgetSecrets();
  try {
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

/** Logs the reason and exits: the parent process starts the next engine. */
function giveUp(error: unknown): void {
  if (error instanceof AppError) log('warn', `the engine cannot work: ${error.message}`);
  send({ type: 'failed', error: toWire(error) });
  // The message is on its way, and so are the answers to the calls that failed; the end must not overtake them.
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

/** Nobody is left to serve: an engine without a parent would hold its grabs and hooks for ever. */
function endWithParent(): void {
  // Ctrl+C in a terminal reaches the whole group, and on Windows so do Ctrl+Break and closing the console; the parent
  // still needs the engine to end what it does.
  for (const signal of ['SIGINT', 'SIGBREAK', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => close());
  setInterval(() => {
    if (isOrphan()) close();
  }, orphanCheckMs).unref();
}

/** On Windows a process keeps the parent id it was born with, whatever becomes of that parent. */
function isOrphan(): boolean {
  return process.platform === 'win32' ? !isAlive(parent) : process.ppid !== parent;
}

/** By signal: `process.exit` waits for threads that may be stuck in native code. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
