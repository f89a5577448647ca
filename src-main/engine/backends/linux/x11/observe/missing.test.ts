import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventCode } from '../input/device.ts';
import { MissingInput, type RawPress } from './missing.ts';

/** Delay between events and reading them, in milliseconds. */
const late = 300;

const key = (stamp: number, detail = 38): RawPress => ({ code: eventCode.keyPress, detail, stamp });
const button = (stamp: number, detail: number): RawPress => ({ code: eventCode.buttonPress, detail, stamp });

let missing: number[];
let input: MissingInput;
beforeEach(() => {
  vi.useFakeTimers();
  missing = [];
  input = new MissingInput(({ stamp }) => missing.push(stamp), Date.now);
});
afterEach(() => {
  input.dispose();
  vi.useRealTimers();
});

it('nothing is missing if both sources report it, in any order and however late', () => {
  for (let stamp = 0; stamp < 5_000; stamp++) input.reported(key(stamp));
  for (let stamp = 0; stamp < 5_000; stamp++) input.counted(key(stamp), late);
  for (let stamp = 5_000; stamp < 6_000; stamp++) input.counted(key(stamp), late);
  for (let stamp = 5_000; stamp < 6_000; stamp++) input.reported(key(stamp));
  vi.advanceTimersByTime(10_000);
  expect(missing).toEqual([]);
});

it('an event followed by another reported one is missing, in any order', () => {
  for (const stamp of [1, 2, 3]) input.counted(key(stamp), late);
  input.reported(key(3));
  expect(missing).toEqual([1, 2]);
  input.reported(key(6));
  for (const stamp of [4, 5, 6]) input.counted(key(stamp), late);
  expect(missing).toEqual([1, 2, 4, 5]);
});

it('an event followed by nothing is missing after a second', () => {
  input.counted(key(1), late);
  vi.advanceTimersByTime(900);
  expect(missing).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(missing).toEqual([1]);
});

it('events still unread while this process is blocked are not missing', async () => {
  vi.useRealTimers();
  input.counted(key(1), late);
  const end = performance.now() + 1_100;
  while (performance.now() < end);
  // Due timers run before socket events.
  await new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
  input.reported(key(1));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(missing).toEqual([]);
});

it('repeats of a held key, which have no raw event, are not missing and do no harm', () => {
  input.counted(key(1), late);
  for (const stamp of [1, 300, 330, 360]) input.reported(key(stamp));
  input.counted(key(400, 40), late);
  input.reported(key(400, 40));
  vi.advanceTimersByTime(10_000);
  expect(missing).toEqual([]);
});

it("a button matches despite the user's button mapping", () => {
  input.counted(button(1, 1), late);
  input.reported(button(1, 3));
  vi.advanceTimersByTime(10_000);
  expect(missing).toEqual([]);
});

it('an event reported to nobody while this process keeps up is not a loss', () => {
  for (const stamp of [1, 2]) input.counted(key(stamp), 3);
  input.reported(key(2));
  input.counted(key(3), 3);
  vi.advanceTimersByTime(10_000);
  expect(missing).toEqual([]);
});

it('a late read indicates that the following events may be missing, too', () => {
  input.counted(key(1), late);
  input.counted(key(2), 3);
  vi.advanceTimersByTime(3_000);
  input.counted(key(3), 3);
  vi.advanceTimersByTime(3_000);
  expect(missing).toEqual([1, 2]);
});
