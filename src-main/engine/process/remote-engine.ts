import { withDeadline } from '../../base/async/deadline.ts';
import { Emitter } from '../../base/async/emitter.ts';
import type { Log } from '../../base/log.ts';
import { AppError } from '#contract/errors';
import type { EngineStatus } from '#contract/model/engine';
import type { Connection } from './connection.ts';
import { deadlines } from '../deadlines.ts';
import { withDelivery } from '../operations/delivery.ts';
import type { CallOptions, Engine, EngineEvents, EngineMethod } from '../engine.ts';
import type { EngineProcess } from './protocol.ts';
import { Supervisor } from './supervisor.ts';

export type { EngineProcess } from './protocol.ts';

/** An engine in its own process, and the state of that process. */
export interface RemoteEngine extends Engine {
  readonly status: EngineStatus;
  /** Undefined while it restarts. */
  readonly processId: number | undefined;
  /** On the user's request; not counted in `status.restarts`. */
  restart(): void;
}

export interface RemoteEngineOptions {
  /** Starts the process that runs `entry.ts`. */
  readonly spawn: () => EngineProcess;
  readonly log: Log;
  /**
   * Milliseconds between heartbeats; after five without an answer the process is ended, after more if it hardly gets processor
   * time.
   */
  readonly beatMs?: number;
}

/** How much longer than the engine's own deadline this side waits, so that the engine's more precise error arrives first. */
const graceMs = 300;
const defaultBeatMs = 1_000;

/**
 * The engine in a supervised process. It starts at once; calls wait until it is ready, within their deadlines. If the process
 * ends, pending reads are repeated once and other calls fail with `engine_restarted`; subscriptions are kept.
 */
export function createRemoteEngine(options: RemoteEngineOptions): RemoteEngine {
  /** Settings to send again to a replacement engine. */
  const reported = new Map<EngineMethod, unknown>();
  const active = new Set<keyof EngineEvents>();
  const emitter = new Emitter<EngineEvents>({
    onFirst: (topic) => setActive(topic, true),
    onLast: (topic) => setActive(topic, false),
  });
  const setActive = (topic: keyof EngineEvents, on: boolean) => {
    if (topic === 'status') return;
    if (on) active.add(topic);
    else active.delete(topic);
    supervisor.current?.process.send({ type: on ? 'subscribe' : 'unsubscribe', topic });
  };
  const welcome = (connection: Connection) => {
    for (const [method, input] of reported) void notify(connection, method, input, options.log);
    for (const topic of active) connection.process.send({ type: 'subscribe', topic });
  };
  const supervisor = new Supervisor({
    spawn: options.spawn,
    log: options.log,
    beatMs: options.beatMs ?? defaultBeatMs,
    ready: welcome,
    status: (status) => emitter.emit('status', status),
    event: (topic, payload) => emitter.emit(topic, payload as never),
  });
  const call = (method: EngineMethod, input: unknown, callOptions?: CallOptions) => {
    if (repeated.has(method)) reported.set(method, input);
    return callRemote(supervisor, method, input, callOptions);
  };
  return {
    ...createMethods(call),
    on: (topic, listener) => emitter.on(topic, listener),
    close: () => supervisor.close(),
    restart: () => supervisor.restart(),
    get status() {
      return supervisor.status;
    },
    get processId() {
      return supervisor.processId;
    },
  };
}

function createMethods(
  call: (method: EngineMethod, input: unknown, options?: CallOptions) => Promise<unknown>,
): Pick<Engine, EngineMethod> {
  const entries = (Object.keys(deadlines) as EngineMethod[]).map((method) => [
    method,
    (input: unknown, options?: CallOptions) => call(method, input, options),
  ]);
  const methods: unknown = Object.fromEntries(entries);
  return methods as Pick<Engine, EngineMethod>;
}

async function callRemote(
  supervisor: Supervisor,
  method: EngineMethod,
  input: unknown,
  options: CallOptions = {},
): Promise<unknown> {
  const timeoutMs = options.timeoutMs ?? deadlines[method].ms;
  const end = Date.now() + timeoutMs;
  let sent = false;
  try {
    const limits = { signal: options.signal, timeoutMs: timeoutMs + graceMs, what: method };
    return await withDeadline(limits, async (signal) => {
      const ask = async () => {
        const connection = await supervisor.connection(signal);
        sent = true;
        const { look, judged } = options;
        const about = { ...(look !== undefined && { look }), ...(judged && { judged }) };
        const left = Math.max(1, end - Date.now());
        return connection.call(method, input, { timeoutMs: left, signal, ...about });
      };
      return ask().catch((error: unknown) => {
        if (!mayRepeat(method, error)) throw error;
        return ask();
      });
    });
  } catch (error) {
    throw error instanceof AppError ? withDelivery(error, method, sent) : error;
  }
}

/** Repeating a read is harmless; the delivery of an act is unknown. */
function mayRepeat(method: EngineMethod, error: unknown): boolean {
  return !deadlines[method].acts && error instanceof AppError && error.code === 'engine_restarted';
}

const repeated: ReadonlySet<EngineMethod> = new Set(['setOwnProcesses', 'setSnapping', 'setSelectorTrials']);

async function notify(connection: Connection, method: EngineMethod, input: unknown, log: Log): Promise<void> {
  const { signal } = new AbortController();
  await connection
    .call(method, input, { timeoutMs: deadlines[method].ms, signal })
    .catch((error: unknown) => log('warn', `${method} was not repeated`, error));
}
