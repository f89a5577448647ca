import { AppError, toWire } from '#contract/errors';
import { linkSignals, sharedController, withDeadline } from '../base/async/deadline.ts';
import { failedAction, type ActionResult } from './tool-call.ts';
import { defaultTimeoutSeconds, type ComputerConfig } from './config/schema.ts';
import type { Connection } from './connection.ts';

/** UFO's ten workers. */
const callsAtOnce = 10;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly progress?: (fraction: number, message: string) => void;
}

export interface SingleCall extends CallOptions {
  readonly connection: Connection;
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The calls of one Computer, limited in number and time. */
export interface Calls {
  /** Never throws. */
  run(call: SingleCall): Promise<ActionResult>;
  /** Ends pending and queued calls, and all later ones. */
  end(why: string): void;
}

export function createCalls(config: ComputerConfig): Calls {
  const limit = createLimit(callsAtOnce);
  const life = sharedController();
  return {
    end: (why) => life.abort(new AppError('cancelled', why)),
    async run({ connection, tool, parameters, signal, progress }) {
      const timeoutMs = timeoutMsOf(config, tool);
      const link = linkSignals([life.signal, signal]);
      const inTime = () =>
        withDeadline({ signal: link.signal, timeoutMs, what: tool }, (own) =>
          connection.call({ name: tool, parameters, signal: own, progress }),
        );
      try {
        return await limit(inTime, link.signal);
      } catch (error) {
        const reason: unknown = link.signal.aborted ? link.signal.reason : error;
        return failedAction(executionFailed(tool, timeoutMs, reason));
      } finally {
        link.dispose();
      }
    },
  };
}

/** Time limit of a call of this tool, in milliseconds. */
export function timeoutMsOf(limits: ComputerConfig, tool: string): number {
  return grantedMs(limits, tool) ?? defaultTimeoutSeconds * 1_000;
}

/** The same where the configuration says it. */
export function grantedMs({ timeout, timeouts }: ComputerConfig, tool: string): number | undefined {
  const seconds = timeouts[tool] ?? timeout;
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** The sentences of UFO's program; `data` has the parts of its document's ones. */
function executionFailed(tool: string, timeoutMs: number, reason: unknown): AppError {
  const { code, message, hint } = toWire(reason);
  if (code === 'timeout') {
    const seconds = timeoutMs / 1_000;
    const sentence = `Tool ${tool} execution timed out after ${seconds}s`;
    return new AppError('timeout', sentence, { delivery: 'unknown', data: { seconds } });
  }
  return new AppError(code, `Tool ${tool} execution failed: ${message}`, {
    hint,
    cause: reason,
    data: { reason: message },
  });
}

/** Limits concurrency; further work waits, first come first served. */
type Limit = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** A waiting one leaves the queue when its signal aborts. */
function createLimit(most: number): Limit {
  const waiting = new Set<() => void>();
  let running = 0;
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(enter);
        reject(signal.reason instanceof AppError ? signal.reason : new AppError('cancelled'));
      };
      const enter = () => {
        waiting.delete(enter);
        signal.removeEventListener('abort', leave);
        running++;
        resolve();
      };
      if (signal.aborted) leave();
      else if (running < most) enter();
      else {
        waiting.add(enter);
        signal.addEventListener('abort', leave, { once: true });
      }
    });
  return async (work, signal) => {
    await turn(signal);
    try {
      return await work();
    } finally {
      running--;
      const [next] = waiting;
      next?.();
    }
  };
}
