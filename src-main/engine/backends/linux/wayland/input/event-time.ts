import { monotonicMs } from '../../../../../base/async/monotonic.ts';

/** Maximum reporting delay, in milliseconds: a busy app reports an input late. */
export const maxReportDelayMs = 600_000;

/** Range of 32 bits. */
const round = 2 ** 32;
/** Tolerance for rounded times in the future, in milliseconds. */
const mostAheadMs = 1_000;

/** When an input happened, in milliseconds of the machine's monotonic clock. */
export interface EventTime {
  readonly time: number;
  /** The earliest possible time, if the exact one is unknown. */
  readonly since?: number;
}

/**
 * The full time for the lower 32 bits that protocols and apps report. A value far from now is not a timestamp: KWin sets none
 * for events of virtual devices.
 */
export function eventTimeOf(lower: number, now = monotonicMs()): EventTime {
  const past = (((now - lower) % round) + round) % round;
  const ago = past > round / 2 ? past - round : past;
  const isDated = ago <= maxReportDelayMs && ago >= -mostAheadMs;
  return isDated ? { time: now - ago } : { time: now, since: now - maxReportDelayMs };
}
