import type { WindowId } from '#contract/model/windows/window';
import { expect, test } from 'vitest';
import { formatWindowId, parseWindowId } from './window.ts';

test.each<[number, WindowId]>([
  [0x1003c, '0x1003c'],
  // Sign extension of 0x8d1a0a5e to 64 bits.
  [-1_927_673_250, '0x8d1a0a5e'],
])('the handle %i is %s', (window, id) => {
  expect(formatWindowId(window)).toBe(id);
  expect(parseWindowId(id)).toBe(window);
});
