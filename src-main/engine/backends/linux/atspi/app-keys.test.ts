import { expect, it } from 'vitest';
import { keyOf } from './app-keys.ts';

const reported = (...event: readonly unknown[]) => ({
  path: '/app/deskscope/keys',
  member: 'NotifyEvent',
  body: () => [event],
});

it('reads a key that goes down', () => {
  expect(keyOf(reported(0, 97, 38, 1, 593_528, 'a', true))).toEqual({
    keysym: 97,
    code: 38,
    modifiers: 1,
    time: 593_528,
  });
});

it('reads times beyond half their range', () => {
  expect(keyOf(reported(0, 97, 38, 0, -2, 'a', true))?.time).toBe(2 ** 32 - 2);
});

it('ignores releases, other calls and malformed ones', () => {
  expect(keyOf(reported(1, 97, 38, 0, 1, 'a', true))).toBeNull();
  expect(keyOf({ ...reported(0, 97, 38, 0, 1, 'a', true), path: '/other' })).toBeNull();
  expect(keyOf({ ...reported(0, 97, 38, 0, 1, 'a', true), member: 'Other' })).toBeNull();
  expect(keyOf(reported(0, 'a', 38, 0, 1, 'a', true))).toBeNull();
  expect(keyOf({ path: '/app/deskscope/keys', member: 'NotifyEvent', body: () => ['a'] })).toBeNull();
});
