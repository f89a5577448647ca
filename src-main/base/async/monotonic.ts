/** Milliseconds of the system's monotonic clock, which is the same in all processes of a machine, unlike `performance.now()`. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

/**
 * Difference to another clock, from two readings as close together as possible: this process may be suspended between
 * them for longer than a key is pressed.
 */
function aheadOf(clock: () => number): number {
  const looks = Array.from({ length: 5 }, () => {
    const before = monotonicMs();
    const other = clock();
    const after = monotonicMs();
    return { ahead: (before + after) / 2 - other, took: after - before };
  });
  return looks.reduce((best, look) => (look.took < best.took ? look : best)).ahead;
}

/** Both go alike. */
const aheadOfPerformance = aheadOf(() => performance.now());

/** Converts a time of `performance` to the machine's clock. */
export function toMonotonic(time: number): number {
  return time + aheadOfPerformance;
}

/** Converts a time of the machine's monotonic clock to `performance`. */
export function fromMonotonic(time: number): number {
  return time - aheadOfPerformance;
}

/**
 * Converts a recent time of day, a clock that may be set back, to the machine's monotonic clock; never later than now.
 */
export function monotonicAt(date: number): number {
  return Math.min(date + aheadOf(Date.now), monotonicMs());
}
