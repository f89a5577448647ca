/** Milliseconds of the system's monotonic clock, which is the same in all processes of a machine, unlike `performance.now()`. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

/**
 * How far it is ahead of another clock, by two looks that were as close together as can be: this process may be put aside between
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

/** A moment on the clock of `performance`, by that of the machine. */
export function toMonotonic(time: number): number {
  return time + aheadOfPerformance;
}

/** A moment on the machine's monotonic clock, by that of `performance`. */
export function fromMonotonic(time: number): number {
  return time - aheadOfPerformance;
}

/** A moment on the machine's monotonic clock that was a short while ago, by the time of day, which may be put back later; never later than now. */
export function monotonicAt(date: number): number {
  return Math.min(date + aheadOf(Date.now), monotonicMs());
}
