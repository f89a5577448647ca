import { afterEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../../base/log.ts';
import type { InputEvent } from '#contract/model/engine';
import { createEventQueue } from './event-queue.ts';

function start() {
  const left: InputEvent[] = [];
  return { left, queue: createEventQueue((event) => void left.push(event), silentLog) };
}

const up = (at: number): InputEvent => ({ type: 'pointerUp', at, x: 0, y: 0, button: 'left' });

afterEach(() => void vi.useRealTimers());

test('announces that input waits long for its look-ups, until none does', async () => {
  vi.useFakeTimers();
  const news: (number | null)[] = [];
  const queue = createEventQueue(
    () => undefined,
    silentLog,
    (since) => news.push(since),
  );
  let answer: (events: InputEvent[]) => void = () => undefined;
  queue.push(() => Promise.resolve([up(1)]));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(news).toEqual([]);
  queue.push(() => new Promise((resolve) => (answer = resolve)));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(news).toEqual([expect.any(Number)]);
  answer([]);
  await queue.drained();
  expect(news).toEqual([expect.any(Number), null]);
});

test('losses keep their place among the events, and consecutive losses are merged', async () => {
  const { left, queue } = start();
  queue.push(() => Promise.resolve([up(1)]));
  queue.lost(2, { cause: 'tooFast', events: 1 });
  queue.lost(3, { cause: 'tooFast', events: 4 });
  queue.push(() => Promise.resolve([up(4)]));
  queue.lost(5, { cause: 'tooFast', events: 1 });
  queue.lost(6, { cause: 'unreported', events: null });
  await queue.drained();
  expect(left).toEqual([
    up(1),
    { type: 'lost', at: 2, cause: 'tooFast', events: 5 },
    up(4),
    { type: 'lost', at: 5, cause: 'tooFast', events: 1 },
    { type: 'lost', at: 6, cause: 'unreported', events: null },
  ]);
});

test('an event that fails becomes a loss', async () => {
  const { left, queue } = start();
  queue.push(() => Promise.reject(new Error('broken')));
  queue.push(() => Promise.resolve([up(1)]));
  await queue.drained();
  expect(left).toMatchObject([{ type: 'lost', cause: 'unread', events: 1 }, up(1)]);
});

test('drops events while it is full of pending look-ups, and accepts them again afterwards', async () => {
  const { left, queue } = start();
  let answer: (events: InputEvent[]) => void = () => undefined;
  queue.push(() => new Promise((resolve) => (answer = resolve)));
  for (let at = 0; !queue.isFull; at++) queue.push(() => Promise.resolve([up(at)]));
  answer([]);
  await queue.drained();
  expect(queue.isFull).toBe(false);
  expect(left.length).toBeGreaterThan(1_000);
});
