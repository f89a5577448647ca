import type { Reply } from '#contract/errors';

export interface BlockingData {
  readonly thread: 'blocking';
  /** What its tasks are made with, whatever that is. */
  readonly given: unknown;
  /** Shared with the main thread: element 0 is the id of the newest task that no one waits for any more. */
  readonly cancelled: Int32Array;
}

/** What the blocking thread is asked; `null` ends it. */
export type ToBlocking = {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
} | null;

/** What the blocking thread says first: from now on it takes tasks. */
export const ready = 'ready';

export interface TaskReply {
  readonly id: number;
  readonly reply: Reply<unknown>;
}
