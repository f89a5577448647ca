import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runLanes } from './lanes.mjs';

/** Jobs that log their start and end, and run until released. */
function harness() {
  /** @type {string[]} */
  const events = [];
  /** @type {Map<string, () => void>} */
  const release = new Map();
  const job = (/** @type {string} */ name) => async () => {
    events.push(`${name} begins`);
    await new Promise((resolve) => release.set(name, () => resolve(undefined)));
    events.push(`${name} ends`);
    return name;
  };
  const end = async (/** @type {string} */ name) => {
    release.get(name)?.();
    await sleep(0);
  };
  return { events, job, end };
}

test('a lane runs one job at a time, and lanes run concurrently', async () => {
  const { events, job, end } = harness();
  const done = runLanes([[job('a1'), job('a2')], [job('b')]]);
  expect(events).toEqual(['a1 begins', 'b begins']);
  await end('a1');
  expect(events.slice(2)).toEqual(['a1 ends', 'a2 begins']);
  await end('b');
  await end('a2');
  expect(await done).toEqual(['a1', 'b', 'a2']);
});

test('a finished lane helps another, and no job runs twice', async () => {
  const { events, job, end } = harness();
  const done = runLanes([[job('a')], [job('b1'), job('b2'), job('b3')], []]);
  expect(events).toEqual(['a begins', 'b1 begins', 'b2 begins']);
  await end('a');
  expect(events.at(-1)).toBe('b3 begins');
  for (const name of ['b3', 'b2', 'b1']) await end(name);
  expect(await done).toEqual(['a', 'b3', 'b2', 'b1']);
});
