import { disposable, type Disposable } from '../../../base/async/disposable.ts';
import type { Log } from '../../../base/log.ts';
import type { InputEvent, InputLoss } from '#contract/model/engine';

/** More than a person makes while an app keeps silent; what waits holds memory. */
const mostWaiting = 10_000;

/** Events leave in the order in which their input came, whatever their lookups take. */
export interface EventQueue extends Disposable {
  /** With this many pending events, input is dropped: see {@link EventQueue.lost}. */
  readonly isFull: boolean;
  /** `events` is called at once, so that lookups begin now; what it answers leaves when its turn comes. */
  push(events: () => Promise<readonly InputEvent[]>): void;
  /** Input is left out here, which is reported in its place: losses in a row are one. */
  lost(at: number, loss: InputLoss): void;
  /** Settles once all that was pushed has left. */
  drained(): Promise<void>;
}

export function createEventQueue(emit: (event: InputEvent) => void | Promise<void>, log: Log): EventQueue {
  let ended = false;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  /** The newest thing in the queue, if that is a loss that may still grow. */
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
      // Awaited above only after those before it: until then its failure is nobody's.
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
