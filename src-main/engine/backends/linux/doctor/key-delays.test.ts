import { expect, it } from 'vitest';
import { checkKeyDelays } from './key-delays.ts';

it.each([
  [0, 0, 'ok', 'every key'],
  [300, 0, 'warning', 'less than 300 ms (slow keys).'],
  [0, 250, 'warning', 'within 250 ms (bounce keys).'],
  [300, 250, 'warning', '(slow keys) and a key that follows itself'],
] as const)('reports which keys the server drops with delays of %i and %i ms', (slow, bounce, status, part) => {
  const check = checkKeyDelays({ slow, bounce });
  expect(check.status).toBe(status);
  expect(check.detail).toContain(part);
});
