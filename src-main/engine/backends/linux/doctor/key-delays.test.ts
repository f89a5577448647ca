import { expect, it } from 'vitest';
import { checkKeyDelays } from './key-delays.ts';

it.each([
  [0x1, 'ok', 'every key'],
  [0x3, 'warning', 'less than 300 ms (slow keys), also'],
  [0x5, 'warning', 'within 250 ms (bounce keys), also'],
  [0x7, 'warning', '(slow keys) and a key that follows itself'],
] as const)('reports which keys the server drops with controls %i', (enabledControls, status, part) => {
  const check = checkKeyDelays({ enabledControls, slowKeysDelay: 300, debounceDelay: 250 });
  expect(check.status).toBe(status);
  expect(check.detail).toContain(part);
});
