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
