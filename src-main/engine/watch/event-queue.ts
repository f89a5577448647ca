import { disposable, type Disposable } from '../../base/disposable.ts';
import type { Log } from '../../base/log.ts';
import type { InputEvent } from '#contract/model/engine';

/** Events leave in the order in which their input came, whatever their lookups take. */
export interface EventQueue extends Disposable {
  /** `events` is called at once, so that lookups begin now; what it answers leaves when its turn comes. */
  push(events: () => Promise<readonly InputEvent[]>): void;
  /** Settles once all that was pushed has left. */
  drained(): Promise<void>;
}

export function createEventQueue(emit: (event: InputEvent) => void | Promise<void>, log: Log): EventQueue {
  let ended = false;
  let last: Promise<void> = Promise.resolve();
  return {
    push(events) {
      const before = last;
      const coming = events();
      last = before.then(async () => {
        try {
          for (const event of await coming) if (!ended) await emit(event);
        } catch (error) {
          log('error', 'an input event was lost', error);
        }
      });
      // Awaited above only after those before it: until then its failure is no one's.
      coming.catch(() => undefined);
    },
    drained: () => last,
    ...disposable(() => (ended = true)),
  };
}
