import type { Reply, WireError } from '#contract/errors';
import type { CallOptions, EngineEvents, EngineMethod } from '../engine.ts';

/** Messages to the engine's process. */
export type ToEngine =
  | {
      readonly type: 'call';
      readonly id: number;
      readonly method: EngineMethod;
      readonly input: unknown;
      readonly timeoutMs: number;
      readonly look?: CallOptions['look'] | undefined;
      readonly judged?: CallOptions['judged'] | undefined;
    }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'subscribe' | 'unsubscribe'; readonly topic: keyof EngineEvents }
  | { readonly type: 'ping'; readonly id: number }
  | { readonly type: 'close' };

/** Messages from the process. `ready` comes once the back end works, or `failed` with the reason before the process exits. */
export type FromEngine =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly error: WireError }
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply<unknown> }
  | { readonly type: 'event'; readonly topic: keyof EngineEvents; readonly payload: unknown }
  | { readonly type: 'pong'; readonly id: number };

/** An engine's process, as its starter uses it; fits Electron's utility process and Node's fork. */
export interface EngineProcess {
  readonly pid: number | undefined;
  send(message: ToEngine): void;
  onMessage(listener: (message: FromEngine) => void): void;
  /** `reason` for the user, e.g. `exit code 1`. Called once. */
  onExit(listener: (reason: string) => void): void;
  /** Immediately, even if it is stuck in native code. */
  kill(): void;
}
