import type { Reply } from '#contract/errors';

/** `WM_APP` of winuser.h: tells the pump to look at its port. */
export const wake = 0x8000;

export interface PumpData {
  readonly thread: 'pump';
}

export interface ToPump {
  readonly id: number;
  readonly job: string;
  readonly input: unknown;
}

export type FromPump =
  /** `threadId` is Windows' own. */
  | { readonly type: 'ready'; readonly threadId: number }
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply<unknown> }
  | { readonly type: 'event'; readonly topic: string; readonly payload: unknown };

/** Sends something from the pump to the main thread without being asked; `payload` must be cloneable. */
export type Emit = (topic: string, payload: unknown) => void;

/** One kind of work of the pump. Called on its thread, between two messages of Windows; must be quick. */
export interface PumpJob {
  call(input: never): unknown;
  /** Undoes whatever is still in place, such as hooks and windows. */
  close(): void;
}

/** The jobs by name; each is created when the pump starts. */
export type PumpJobs = Readonly<Record<string, (emit: Emit) => PumpJob>>;

export interface BlockingData {
  readonly thread: 'blocking';
  /** What its tasks are made with, whatever that is. */
  readonly given: unknown;
  /** Shared with the main thread: element 0 is the id of the newest task that nobody waits for any more. */
  readonly cancelled: Int32Array;
}

/** What the blocking thread is asked; `null` ends it. */
export type ToBlocking = {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
} | null;

/** What the blocking thread reports first: from now on it takes tasks. */
export const ready = 'ready';

export interface TaskReply {
  readonly id: number;
  readonly reply: Reply<unknown>;
}
