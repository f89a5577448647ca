import { performance } from 'node:perf_hooks';
import { disposable, type Disposable } from '../../../base/async/disposable.ts';
import type { Point } from '#contract/model/geometry';
import { isRecordable, type Found } from '../found.ts';

/** How long the pointer must stay before a look-up, in milliseconds: a moving hand reports sooner. */
const restMs = 10;
/** Delay of the next look-up after input, in milliseconds: an app needs a moment to show its reaction. */
const changedMs = 60;
/** At most a third of the time is spent on look-ups while the pointer moves. */
const share = 3;
/** After resting for this long, in milliseconds, a press is likely, so the element is looked up at once. */
const settledMs = 50;
/** Look-ups at a place whose element is known, but not found: its app was too busy to answer. */
const mostAttempts = 4;

/** The element under the resting pointer, known before a press, however short. */
export interface RestingPointer extends Disposable {
  moved(at: Point): void;
  /** The last known position. */
  place(): Point | null;
  /** Something happened that may have changed the element under the pointer. */
  disturb(): void;
  /** The user pressed or released a button or a key, or turned the wheel. */
  touched(): void;
  /** The desktop is fully known again. */
  settled(): void;
  /** The element found there; null if that place was not looked up. */
  before(at: Point): Before | null;
}

/** The state found before a press. */
export interface Before {
  readonly found: Promise<Found>;
  /** An element is known there: from the kept tree during the look-up, then from its result. */
  readonly known: boolean;
  /** True if the look-up used a settled desktop, and nothing happened since. */
  readonly fresh: boolean;
  /** No button, key or wheel since: only the app or the pointer caused changes. */
  readonly isUntouched: boolean;
}

/** Access to what is at a place. */
export interface Sight {
  /** The target of a press there now; never throws. */
  readonly look: (at: Point) => Promise<Found>;
  /** Whether the kept tree has an element there. */
  readonly isKnown: (at: Point) => boolean;
  /** The element visible there according to the kept tree; null for none. */
  readonly shown: (at: Point) => string | null;
  /** Whether the kept desktop is current. */
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
  let attempts = 0;
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
    attempts += 1;
    if (!one.known && attempts < mostAttempts && last === one && isSame(at, one.at) && isKnown(at)) schedule(changedMs);
  };
  return {
    moved(to) {
      if (at && isSame(at, to)) return;
      at = to;
      attempts = 0;
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
