import { disposable, type Disposable } from '../../../base/async/disposable.ts';
import type { Log } from '../../../base/log.ts';
import type { InputEvent, InputLoss } from '#contract/model/engine';

/** Above what users produce while an app is silent; pending events use memory. */
const mostWaiting = 10_000;

/** Events leave in the order of their input, however long their look-ups take. */
export interface EventQueue extends Disposable {
  /** At this number of pending events, input is dropped: see {@link EventQueue.lost}. */
  readonly isFull: boolean;
  /** Calls `events` at once, so that look-ups begin; its result leaves in turn. */
  push(events: () => Promise<readonly InputEvent[]>): void;
  /** Records dropped input in its place; consecutive losses are merged. */
  lost(at: number, loss: InputLoss): void;
  /** Settles once everything pushed has left. */
  drained(): Promise<void>;
}

export function createEventQueue(emit: (event: InputEvent) => void | Promise<void>, log: Log): EventQueue {
  let ended = false;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  /** The last entry of the queue, if it is a loss that may still grow. */
  let growing: { at: number; cause: InputLoss['cause']; events: number | null } | null = null;
  const leave = async (event: InputEvent) => {
    if (!ended) await emit(event);
  };
  return {
    get isFull() {
      return waiting >= mostWaiting;
    },
    push(events) {
      growing = null;
      waiting += 1;
      const before = last;
      const coming = events();
      last = before.then(async () => {
        try {
          for (const event of await coming) await leave(event);
        } catch (error) {
          log('error', 'an input event was lost', error);
          await leave({ type: 'lost', at: performance.now(), cause: 'unread', events: 1 });
        }
        waiting -= 1;
      });
      // Awaited above only after earlier entries; until then its rejection has no handler.
      coming.catch(() => undefined);
    },
    lost(at, { cause, events }) {
      if (growing?.cause === cause) {
        growing.events = growing.events === null || events === null ? null : growing.events + events;
        return;
      }
      const loss = { at, cause, events };
      growing = loss;
      last = last.then(() => {
        if (growing === loss) growing = null;
        return leave({ type: 'lost', ...loss });
      });
    },
    drained: () => last,
    ...disposable(() => (ended = true)),
  };
}
