import { disposable, type Disposable } from '../../../base/async/disposable.ts';
import type { RawInput } from '../../backend.ts';
import type { EventQueue } from '../input/event-queue.ts';
import type { Found } from '../found.ts';

/** Notches so close together are one turn of the wheel, in milliseconds. */
const togetherMs = 150;

type RawWheel = Extract<RawInput, { type: 'wheel' }>;

/** Makes one event of the notches of one turn of the wheel. */
export interface WheelMerger extends Disposable {
  /** `find` is called for the first notch of a turn. */
  add(input: RawWheel, find: () => Promise<Found>): void;
  /** Other input came: the turn is over. */
  flush(): void;
}

export function createWheelMerger(queue: EventQueue): WheelMerger {
  let turn: { readonly first: RawWheel; readonly found: Promise<Found>; notches: number } | null = null;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    if (!turn) return;
    const { first, found, notches } = turn;
    turn = null;
    queue.push(async () => {
      const { own, window, target } = await found;
      const { time: at, x, y } = first;
      return own ? [] : [{ type: 'wheel', at, x, y, notches, window, target }];
    });
  };
  return {
    flush,
    add(input, find) {
      const same = turn && Math.sign(turn.notches) === Math.sign(input.notches);
      if (!same) flush();
      if (turn) turn.notches += input.notches;
      else turn = { first: input, found: find(), notches: input.notches };
      clearTimeout(timer);
      timer = setTimeout(flush, togetherMs);
    },
    ...disposable(() => clearTimeout(timer)),
  };
}
