import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#contract/errors';
import type { BlockingData } from '../messages.ts';
import { serveTasks } from '../serve-tasks.ts';

/** A blocking thread whose tasks a test can block like an unresponsive program. */
if (!parentPort) throw new Error('This is not a thread.');
const data = workerData as BlockingData;
// As on a busy machine: accepts tasks only after this many milliseconds.
if (typeof data.given === 'number') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, data.given);
let counted = 0;
serveTasks(parentPort, data, {
  echo: (input) => input,
  count: () => ++counted,
  // Like a library that starts slowly, and is then available.
  open: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000),
  refuse: () => {
    throw new AppError('accessibility_unavailable');
  },
  // Blocks like native code: neither messages nor `terminate` get through.
  wait: (gate: Int32Array) => Atomics.wait(gate, 0, 0),
});
