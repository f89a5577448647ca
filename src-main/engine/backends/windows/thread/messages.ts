import type { Reply } from '#contract/errors';

/** The threads an engine on Windows has beside its main one; what `workerData.thread` says. */
export const threadNames = ['blocking', 'pump', 'uiaEvents'] as const;
export type ThreadName = (typeof threadNames)[number];

/** What a thread is asked. `cancelled` is one shared number: the id of the newest task that nobody waits for any more. */
export interface TaskRequest {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
}

/** What it answers; an event has no request. */
export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply<unknown> }
  | { readonly type: 'event'; readonly topic: string; readonly payload: unknown };

export interface ThreadData {
  readonly thread: ThreadName;
  /** Shared with the main thread: element 0 is the id of the task to break off. */
  readonly cancelled: Int32Array;
}
