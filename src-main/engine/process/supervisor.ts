import { performance } from 'node:perf_hooks';
import { AppError } from '#contract/errors';
import type { EngineState, EngineStatus } from '#contract/model/engine';
import { type Disposable, disposable } from '../../base/async/disposable.ts';
import { processorMs } from '../../base/processes/is-alive.ts';
import type { Log } from '../../base/log.ts';
import type { EngineEvents } from '../engine.ts';
import { Connection } from './connection.ts';
import type { EngineProcess } from './protocol.ts';

/** How long a start may take before it counts as hung, in milliseconds. */
const startMs = 15_000;
/** After this uptime, in milliseconds, the back-off is reset. */
const healthyMs = 10_000;
const closeMs = 1_500;

export interface SupervisorOptions {
  readonly spawn: () => EngineProcess;
  readonly log: Log;
  /** Milliseconds between heartbeats. */
  readonly beatMs: number;
  readonly status: (status: EngineStatus) => void;
  /** A process is ready; sends what it must know before any call. */
  readonly ready: (connection: Connection) => void;
  readonly event: (topic: keyof EngineEvents, payload: unknown) => void;
}

/** Keeps one engine process running: starts it, monitors its heartbeat, kills it when it hangs, starts the next. */
export class Supervisor implements Disposable {
  readonly #options: SupervisorOptions;
  readonly #waiting = new Set<{ resolve: (connection: Connection) => void; reject: (error: AppError) => void }>();
  #status: EngineStatus = { state: 'starting', detail: '', restarts: 0, latencyMs: null };
  #connection: Connection | null = null;
  #heartbeat: Heartbeat | null = null;
  #timer: NodeJS.Timeout | undefined;
  #startError: AppError | null = null;
  #troubles = 0;
  #readyAt = 0;
  #planned = false;
  #closed: (() => void) | null = null;
  #isClosing = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#start();
  }

  get status(): EngineStatus {
    return this.#status;
  }

  get processId(): number | undefined {
    return this.#connection?.process.pid;
  }

  /** The connection of a process that is ready. @throws AppError the reason why it cannot start, or `cancelled` once closed */
  async connection(signal: AbortSignal): Promise<Connection> {
    if (this.#isClosing) throw new AppError('cancelled', 'The engine is closed.');
    if (this.#connection && this.#status.state === 'ready') return this.#connection;
    if (this.#startError) throw this.#startError;
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject };
      this.#waiting.add(waiter);
      signal.addEventListener('abort', () => this.#waiting.delete(waiter), { once: true });
    });
  }

  /** The connection if it is ready now. */
  get current(): Connection | null {
    return this.#status.state === 'ready' ? this.#connection : null;
  }

  /** Ends the process and starts another, on the user's request. */
  restart(): void {
    this.#planned = true;
    this.#troubles = 0;
    this.#startError = null;
    this.#setState('restarting', 'The engine is started again.');
    if (this.#connection) this.#connection.process.kill();
    else this.#start();
  }

  /** Resolves when the process has ended. */
  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#rejectWaiting(new AppError('cancelled', 'The engine is closed.'));
    const connection = this.#connection;
    if (!connection) {
      this.dispose();
      return;
    }
    await new Promise<void>((resolve) => {
      this.#closed = resolve;
      connection.process.send({ type: 'close' });
      this.#after(closeMs, () => connection.process.kill());
    });
    this.dispose();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#heartbeat?.dispose();
    this.#connection?.process.kill();
    this.#connection = null;
  }

  #start(): void {
    this.#planned = false;
    try {
      // Ignores messages of a process that was given up.
      const connection: Connection = new Connection(this.#options.spawn(), {
        ready: () => this.#connection === connection && this.#becameReady(connection),
        failed: (error) => (this.#startError = error),
        ended: (reason) => this.#connection === connection && this.#ended(reason),
        event: (topic, payload) => this.#connection === connection && this.#options.event(topic, payload),
        pong: (id) => this.#connection === connection && this.#heartbeat?.pong(id),
      });
      this.#connection = connection;
      this.#after(startMs, () => this.#giveUp('it did not start in time'));
    } catch (error) {
      this.#options.log('error', 'the engine could not be started', error);
      this.#startError = new AppError('internal', 'The engine could not be started.', { cause: error });
      this.#ended('it could not be started');
    }
  }

  #becameReady(connection: Connection): void {
    clearTimeout(this.#timer);
    this.#startError = null;
    this.#readyAt = Date.now();
    this.#heartbeat = startHeartbeat({
      beatMs: this.#options.beatMs,
      processorMs: () => (connection.process.pid === undefined ? null : processorMs(connection.process.pid)),
      ping: (id) => connection.process.send({ type: 'ping', id }),
      latency: (ms) => this.#setLatency(ms),
      hangs: () => this.#giveUp('it did not answer'),
    });
    this.#options.ready(connection);
    this.#setState('ready', '');
    for (const waiter of this.#takeWaiting()) waiter.resolve(connection);
  }

  #giveUp(why: string): void {
    this.#options.log('warn', `the engine is killed: ${why}`);
    this.#connection?.process.kill();
  }

  #ended(reason: string): void {
    this.#connection = null;
    this.#heartbeat?.dispose();
    this.#heartbeat = null;
    clearTimeout(this.#timer);
    if (this.#isClosing) {
      this.#closed?.();
      return;
    }
    if (this.#readyAt > 0 && Date.now() - this.#readyAt > healthyMs) this.#troubles = 0;
    this.#readyAt = 0;
    if (!this.#planned) this.#countTrouble(reason);
    if (this.#startError) this.#rejectWaiting(this.#startError);
    const detail = this.#startError?.message ?? `The engine ended (${reason}) and is started again.`;
    this.#setState(this.#startError ? 'failed' : 'restarting', detail);
    this.#after(this.#planned ? 0 : backOffMs(this.#troubles, !this.#startError), () => this.#start());
  }

  #countTrouble(reason: string): void {
    this.#troubles += 1;
    this.#status = { ...this.#status, restarts: this.#status.restarts + 1 };
    this.#options.log('warn', `the engine ended: ${reason}`);
  }

  #after(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }

  #setState(state: EngineState, detail: string): void {
    this.#status = { ...this.#status, state, detail, latencyMs: state === 'ready' ? this.#status.latencyMs : null };
    this.#options.status(this.#status);
  }

  #setLatency(ms: number): void {
    const latencyMs = Math.round(ms * 10) / 10;
    if (latencyMs === this.#status.latencyMs) return;
    this.#status = { ...this.#status, latencyMs };
    this.#options.status(this.#status);
  }

  #rejectWaiting(error: AppError): void {
    for (const waiter of this.#takeWaiting()) waiter.reject(error);
  }

  #takeWaiting() {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    return waiting;
  }
}

/**
 * The first restart is immediate; then after 0.25 s, doubling. Calls wait for an engine that ended, so it restarts well within
 * their deadlines; an engine that cannot start fails them at once and is retried less often.
 */
function backOffMs(troubles: number, couldStart: boolean): number {
  const most = couldStart ? 1_000 : 5_000;
  return troubles <= 1 ? 0 : Math.min(most, 250 * 2 ** (troubles - 2));
}

/**
 * After this many heartbeats without an answer, the engine counts as hung. Heartbeats rather than time, so that a suspended
 * laptop does not count.
 */
const missedBeats = 5;
/**
 * A beat counts as a quarter if the engine used the processor for part, but less than half, of it: beside busier processes, or
 * during many short queries to a starved display server, it is late but not hung.
 */
const slowBeat = 0.25;

interface Heartbeat extends Disposable {
  /** Called with the answer to a ping. */
  pong(id: number): void;
}

/** Pings until disposed. A busy engine still answers, since only its event loop is tested. */
export function startHeartbeat(options: {
  readonly beatMs: number;
  /** The engine's processor time in milliseconds; null if unknown. */
  readonly processorMs: () => number | null;
  readonly ping: (id: number) => void;
  readonly latency: (ms: number) => void;
  readonly hangs: () => void;
}): Heartbeat {
  let last = { id: 0, sentAt: performance.now() };
  let missed = 0;
  let worked = options.processorMs();
  const isSlow = () => {
    const [before, now] = [worked, options.processorMs()];
    worked = now;
    return before !== null && now !== null && now > before && now - before < options.beatMs / 2;
  };
  const beat = () => {
    missed += isSlow() ? slowBeat : 1;
    if (missed > missedBeats) {
      options.hangs();
      return;
    }
    last = { id: last.id + 1, sentAt: performance.now() };
    options.ping(last.id);
  };
  const timer = setInterval(beat, options.beatMs);
  return {
    ...disposable(() => clearInterval(timer)),
    pong(id) {
      missed = 0;
      if (id === last.id) options.latency(performance.now() - last.sentAt);
    },
  };
}
