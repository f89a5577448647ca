import { performance } from 'node:perf_hooks';
import { disposable, type Disposable } from '../../../base/async/disposable.ts';
import type { Log } from '../../../base/log.ts';
import type { InputEvent, InputLoss } from '#contract/model/engine';

/** Above what users produce while an app is silent; pending events use memory. */
const mostWaiting = 10_000;
/** Input that waits longer than this for its look-ups is announced, in milliseconds. */
const announceMs = 200;

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

/** @param behind called with the time of the earliest input that still waits, and with null once none does */
export function createEventQueue(
  emit: (event: InputEvent) => void | Promise<void>,
  log: Log,
  behind: (since: number | null) => void = () => undefined,
): EventQueue {
  let ended = false;
  /** When the pending entries came. */
  const waiting: number[] = [];
  let announced: number | null = null;
  const announce = (since: number | null) => {
    if (!ended && since !== announced) behind((announced = since));
  };
  const look = (came: number) => {
    if (waiting[0] === came) announce(came);
  };
  let last: Promise<void> = Promise.resolve();
  /** The last entry of the queue, if it is a loss that may still grow. */
  let growing: { at: number; cause: InputLoss['cause']; events: number | null } | null = null;
  const leave = async (event: InputEvent) => {
    if (!ended) await emit(event);
  };
  return {
    get isFull() {
      return waiting.length >= mostWaiting;
    },
    push(events) {
      growing = null;
      const came = performance.now();
      waiting.push(came);
      setTimeout(look, announceMs, came);
      const before = last;
      const coming = events();
      last = before.then(async () => {
        try {
          for (const event of await coming) await leave(event);
        } catch (error) {
          log('error', 'an input event was lost', error);
          await leave({ type: 'lost', at: performance.now(), cause: 'unread', events: 1 });
        }
        waiting.shift();
        if (announced !== null) announce(waiting[0] ?? null);
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
