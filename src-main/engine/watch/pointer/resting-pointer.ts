import { performance } from 'node:perf_hooks';
import { disposable, type Disposable } from '../../../base/async/disposable.ts';
import type { Point } from '#contract/model/geometry';
import { isRecordable, type Found } from '../found.ts';

/** How long the pointer stays before one looks what is under it, in milliseconds: a hand that moves reports it sooner. */
const restMs = 10;
/** How soon after something happened one looks again: an app needs a moment to show what it does. */
const changedMs = 60;
/** No more than a third of the time is spent on looking, while the pointer is on its way. */
const share = 3;
/** After resting for this long, a press is likely, so the element is looked up at once. */
const settledMs = 50;

/** What is under the pointer where it rests: known before the button goes down, however soon it is up again. */
export interface RestingPointer extends Disposable {
  moved(at: Point): void;
  /** Where it was last learned of. */
  place(): Point | null;
  /** Something happened that may have changed what is under the pointer. */
  disturb(): void;
  /** Somebody pressed or released a button or a key, or turned the wheel. */
  touched(): void;
  /** The desktop is known well again. */
  settled(): void;
  /** What was found there; null if nobody looked at that place. */
  before(at: Point): Before | null;
}

/** What was found before a press. */
export interface Before {
  readonly found: Promise<Found>;
  /** Something is known to be there: by the kept tree while one still looks, then by what was found. */
  readonly known: boolean;
  /** True if one looked at what was known well, and nothing happened since. */
  readonly fresh: boolean;
  /** No button, key or wheel since: what has changed, the app or the pointer changed. */
  readonly isUntouched: boolean;
}

/** What one can be notified of a place. */
export interface Sight {
  /** What a press there would mean now; never throws. */
  readonly look: (at: Point) => Promise<Found>;
  /** Whether the kept tree has something there. */
  readonly isKnown: (at: Point) => boolean;
  /** What the kept tree reports that shows there; null for nothing. */
  readonly shown: (at: Point) => string | null;
  /** Whether what is kept of the desktop is true now. */
  readonly isSettled: () => boolean;
}

export function followRestingPointer({ look, isKnown, shown, isSettled }: Sight): RestingPointer {
  let at: Point | null = null;
  let last: {
    readonly at: Point;
    readonly found: Promise<Found>;
    readonly shown: string | null;
    readonly touches: number;
    known: boolean;
  } | null = null;
  let touches = 0;
  let fresh = false;
  let looking = false;
  let notBefore = 0;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (ms: number, mostMs = Infinity) => {
    clearTimeout(timer);
    timer = setTimeout(() => void lookNow(), Math.max(ms, Math.min(notBefore - performance.now(), mostMs)));
  };
  const lookNow = async () => {
    if (!at) return;
    if (looking) {
      schedule(changedMs);
      return;
    }
    looking = true;
    fresh = isSettled();
    const started = performance.now();
    const one = { at, found: look(at), shown: shown(at), touches, known: fresh && isKnown(at) };
    last = one;
    one.known = isRecordable(await one.found);
    looking = false;
    notBefore = performance.now() + (performance.now() - started) * share;
  };
  return {
    moved(to) {
      if (at && isSame(at, to)) return;
      at = to;
      schedule(restMs, settledMs);
    },
    place: () => at,
    disturb() {
      fresh = false;
      if (at) schedule(changedMs);
    },
    touched() {
      touches += 1;
    },
    settled() {
      const isOther = last !== null && shown(last.at) !== last.shown;
      if (at && (!fresh || isOther)) schedule(0);
    },
    before: (there) =>
      last && isSame(last.at, there)
        ? { found: last.found, known: last.known, fresh, isUntouched: last.touches === touches }
        : null,
    ...disposable(() => clearTimeout(timer)),
  };
}

function isSame(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}
