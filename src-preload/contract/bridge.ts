import type { Reply } from './errors.ts';
import type { Events, Topic } from './events.ts';

/** What the preload exposes as `window.deskscope`; the only way between a page and the main process. */
export interface Bridge {
  call(method: string, input: unknown): Promise<Reply<unknown>>;
  /** Returns the function that ends the subscription. */
  on<T extends Topic>(topic: T, listener: (payload: Events[T]) => void): () => void;
}

/** The fragment in the address of a page that shows the theme with high contrast. */
export const highContrastMark = '#high-contrast';

export const channels = { call: 'deskscope:call', event: 'deskscope:event', subscribe: 'deskscope:subscribe' } as const;
