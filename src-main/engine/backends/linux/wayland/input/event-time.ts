import { monotonicMs } from '../../../../../base/async/monotonic.ts';

/** So much later than it was an input may be reported, in milliseconds: an app that is busy reports it at the end of that. */
export const maxReportDelayMs = 600_000;

/** What 32 bits count up to. */
const round = 2 ** 32;
/** So far ahead a time may be that was rounded, in milliseconds. */
const mostAheadMs = 1_000;

/** When something came about, in milliseconds of the machine's monotonic clock. */
export interface EventTime {
  readonly time: number;
  /** The earliest that it can have been, if that is not known exactly. */
  readonly since?: number;
}

/**
 * A moment by the lower 32 bits of its time, as protocols and apps tell it. What is not near now is not a date: KWin gives none
 * to what programs make its devices do.
 */
export function eventTimeOf(lower: number, now = monotonicMs()): EventTime {
  const past = (((now - lower) % round) + round) % round;
  const ago = past > round / 2 ? past - round : past;
  const isDated = ago <= maxReportDelayMs && ago >= -mostAheadMs;
  return isDated ? { time: now - ago } : { time: now, since: now - maxReportDelayMs };
}
