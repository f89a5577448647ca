import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#contract/errors';
import type { BlockingData } from '../messages.ts';
import { serveTasks } from '../serve-tasks.ts';

/** A blocking thread whose tasks a test can hold up as a program that does not answer would. */
if (!parentPort) throw new Error('This is not a thread.');
const data = workerData as BlockingData;
// As on a machine that is busy: so many milliseconds pass before it can take a task.
if (typeof data.given === 'number') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, data.given);
let counted = 0;
serveTasks(parentPort, data, {
  echo: (input) => input,
  count: () => ++counted,
  // As a library that takes its time to start, and then is there.
  open: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000),
  refuse: () => {
    throw new AppError('accessibility_unavailable');
  },
  // As deaf as a thread in native code: neither messages nor `terminate` by its loop come through.
  wait: (gate: Int32Array) => Atomics.wait(gate, 0, 0),
});
