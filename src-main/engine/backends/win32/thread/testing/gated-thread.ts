import { parentPort, workerData } from 'node:worker_threads';
import type { BlockingData } from '../messages.ts';
import { serveTasks } from '../serve-tasks.ts';

/** A blocking thread whose tasks a test can hold up as a program that does not answer would. */
if (!parentPort) throw new Error('This is not a thread.');
let counted = 0;
serveTasks(parentPort, workerData as BlockingData, {
  echo: (input) => input,
  count: () => ++counted,
  // As deaf as a thread in native code: neither messages nor `terminate` by its loop come through.
  wait: (gate: Int32Array) => Atomics.wait(gate, 0, 0),
});
