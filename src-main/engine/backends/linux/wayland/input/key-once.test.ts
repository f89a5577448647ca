import { expect, it } from 'vitest';
import { KeyOnce } from './sent-presses.ts';

it('reports a key from two sources once, whichever is first, and each repeat of a single source', () => {
  const once = new KeyOnce();
  const key = { code: 30, time: 1_000 };
  expect([once.isNew(key, 'a'), once.isNew(key, 'b')]).toEqual([true, false]);
  expect([once.isNew(key, 'b'), once.isNew(key, 'a')]).toEqual([true, false]);
  expect([1, 2, 3].map(() => once.isNew(key, 'a'))).toEqual([true, true, true]);
});

it('treats other times and key codes as different keys', () => {
  const once = new KeyOnce();
  expect(once.isNew({ code: 30, time: 1_000 }, 'a')).toBe(true);
  expect(once.isNew({ code: 31, time: 1_000 }, 'b')).toBe(true);
  expect(once.isNew({ code: 30, time: 1_030 }, 'b')).toBe(true);
  expect(once.isNew({ code: 30, time: 1_005 }, 'b')).toBe(false);
});

it('reports a key once however late the second source is', () => {
  const once = new KeyOnce();
  expect(once.isNew({ code: 30, time: 1_000 }, 'a')).toBe(true);
  expect(once.isNew({ code: 31, time: 61_000 }, 'a')).toBe(true);
  expect(once.isNew({ code: 30, time: 1_000 }, 'b')).toBe(false);
});
