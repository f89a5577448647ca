import type { Reply } from '#contract/errors';

/** `WM_APP` of winuser.h: tells the pump to read its port. */
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
  /** `threadId` is Windows' thread id. */
  | { readonly type: 'ready'; readonly threadId: number }
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply<unknown> }
  | { readonly type: 'event'; readonly topic: string; readonly payload: unknown };

/** Sends an unsolicited message from the pump to the main thread; `payload` must be cloneable. */
export type Emit = (topic: string, payload: unknown) => void;

/** A job of the pump. Called on its thread between two Windows messages; must be quick. */
export interface PumpJob {
  call(input: never): unknown;
  /** Removes everything still installed, such as hooks and windows. */
  close(): void;
}

/** The jobs by name; each is created when the pump starts. */
export type PumpJobs = Readonly<Record<string, (emit: Emit) => PumpJob>>;

export interface BlockingData {
  readonly thread: 'blocking';
  /** Arguments for creating its tasks. */
  readonly given: unknown;
  /** Shared with the main thread: element 0 is the id of the newest abandoned task. */
  readonly cancelled: Int32Array;
}

/** Requests to the blocking thread; `null` ends it. */
export type ToBlocking = {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
} | null;

/** First message of the blocking thread: it now accepts tasks. */
export const ready = 'ready';

export interface TaskReply {
  readonly id: number;
  readonly reply: Reply<unknown>;
}
