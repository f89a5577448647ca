/** Milliseconds of the system's monotonic clock, which is the same in all processes of a machine, unlike `performance.now()`. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}
