import { monotonicMs } from '../../../../base/monotonic.ts';

/** So much later than it was an input may be told of, in milliseconds: an app that is busy tells of it at the end of that. */
export const toldWithinMs = 600_000;

/** What 32 bits count up to. */
const round = 2 ** 32;
/** So far ahead a time may be that was rounded, in milliseconds. */
const mostAheadMs = 1_000;

/**
 * A moment of the machine's monotonic clock, in milliseconds, by its lower 32 bits, as protocols and apps tell it; now where
 * none near it is meant.
 */
export function momentOf(lower: number, now = monotonicMs()): number {
  const past = (((now - lower) % round) + round) % round;
  const ago = past > round / 2 ? past - round : past;
  return ago > toldWithinMs || ago < -mostAheadMs ? now : now - ago;
}
