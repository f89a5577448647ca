import { appendFileSync } from 'node:fs';

/** Leaves a sample for the bench: milliseconds from `start` until now. */
export function note(task, contestant, start) {
  const ms = performance.now() - start;
  appendFileSync(process.env.BENCH_SAMPLES, `${JSON.stringify({ task, contestant, ms })}\n`);
}

/** A fixture that is set up before the others. */
export const began = { began: [async ({}, use) => use(performance.now()), { auto: true }] };

/** What each contestant presses, one after the other. */
export const digits = ['1', '2', '3', '4', '5', '6', '7', '8'];
