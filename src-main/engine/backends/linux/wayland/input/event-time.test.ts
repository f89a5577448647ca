import { expect, it } from 'vitest';
import { eventTimeOf } from './event-time.ts';

const month = 2 ** 32 + 5_000;

it('is the nearest time with those lower bits, even across a wraparound', () => {
  expect(eventTimeOf(4_000, month)).toEqual({ time: 2 ** 32 + 4_000 });
  expect(eventTimeOf(2 ** 32 - 100, month)).toEqual({ time: 2 ** 32 - 100 });
});

it('may be slightly in the future due to rounding', () => {
  expect(eventTimeOf(5_001, month)).toEqual({ time: month + 1 });
  expect(eventTimeOf(3, 2 ** 32 - 2)).toEqual({ time: 2 ** 32 + 3 });
});

it('may be any recent time if the timestamp uses another clock', () => {
  const undated = { time: 50_000_000, since: 49_400_000 };
  expect([eventTimeOf(0, 50_000_000), eventTimeOf(60_000_000, 50_000_000)]).toEqual([undated, undated]);
});
