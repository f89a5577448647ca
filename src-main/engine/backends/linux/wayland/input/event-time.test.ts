import { expect, it } from 'vitest';
import { eventTimeOf } from './event-time.ts';

const month = 2 ** 32 + 5_000;

it('is the nearest one with those lower bits, even if the clock starts over in between', () => {
  expect(eventTimeOf(4_000, month)).toEqual({ time: 2 ** 32 + 4_000 });
  expect(eventTimeOf(2 ** 32 - 100, month)).toEqual({ time: 2 ** 32 - 100 });
});

it('may be a little ahead, if it was rounded', () => {
  expect(eventTimeOf(5_001, month)).toEqual({ time: month + 1 });
  expect(eventTimeOf(3, 2 ** 32 - 2)).toEqual({ time: 2 ** 32 + 3 });
});

it('may be any that is still notified of where the time is none of that clock', () => {
  const undated = { time: 50_000_000, since: 49_400_000 };
  expect([eventTimeOf(0, 50_000_000), eventTimeOf(60_000_000, 50_000_000)]).toEqual([undated, undated]);
});
