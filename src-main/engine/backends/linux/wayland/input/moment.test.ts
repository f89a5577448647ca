import { expect, it } from 'vitest';
import { momentOf } from './moment.ts';

const month = 2 ** 32 + 5_000;

it('is the nearest one with those lower bits, also where the clock starts over in between', () => {
  expect(momentOf(4_000, month)).toEqual({ time: 2 ** 32 + 4_000 });
  expect(momentOf(2 ** 32 - 100, month)).toEqual({ time: 2 ** 32 - 100 });
});

it('may be a little ahead, where it was rounded', () => {
  expect(momentOf(5_001, month)).toEqual({ time: month + 1 });
  expect(momentOf(3, 2 ** 32 - 2)).toEqual({ time: 2 ** 32 + 3 });
});

it('may be any that is still told of where the time is none of that clock', () => {
  const undated = { time: 50_000_000, since: 49_400_000 };
  expect([momentOf(0, 50_000_000), momentOf(60_000_000, 50_000_000)]).toEqual([undated, undated]);
});
