import { expect, it } from 'vitest';
import { KeyOnce } from './sent-presses.ts';

it('receives one key of two tellers once, anyone who is first, and repeats of one as often as they are reported', () => {
  const once = new KeyOnce();
  const key = { code: 30, time: 1_000 };
  expect([once.isNew(key, 'a'), once.isNew(key, 'b')]).toEqual([true, false]);
  expect([once.isNew(key, 'b'), once.isNew(key, 'a')]).toEqual([true, false]);
  expect([1, 2, 3].map(() => once.isNew(key, 'a'))).toEqual([true, true, true]);
});

it('takes keys of other times and codes for others', () => {
  const once = new KeyOnce();
  expect(once.isNew({ code: 30, time: 1_000 }, 'a')).toBe(true);
  expect(once.isNew({ code: 31, time: 1_000 }, 'b')).toBe(true);
  expect(once.isNew({ code: 30, time: 1_030 }, 'b')).toBe(true);
  expect(once.isNew({ code: 30, time: 1_005 }, 'b')).toBe(false);
});

it('receives a key once no matter how late the second teller is', () => {
  const once = new KeyOnce();
  expect(once.isNew({ code: 30, time: 1_000 }, 'a')).toBe(true);
  expect(once.isNew({ code: 31, time: 61_000 }, 'a')).toBe(true);
  expect(once.isNew({ code: 30, time: 1_000 }, 'b')).toBe(false);
});
