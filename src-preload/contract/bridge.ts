import type { Reply } from './errors.ts';
import type { Events, Topic } from './events.ts';

/** What the preload exposes as `window.deskscope`; the only channel between a page and the main process. */
export interface Bridge {
  call(method: string, input: unknown): Promise<Reply<unknown>>;
  /** Returns the unsubscribe function. */
  on<T extends Topic>(topic: T, listener: (payload: Events[T]) => void): () => void;
}

/** URL fragment of a page that shows the high-contrast theme. */
export const highContrastMark = '#high-contrast';

export const channels = { call: 'deskscope:call', event: 'deskscope:event', subscribe: 'deskscope:subscribe' } as const;
