import { expect, it } from 'vitest';
import { showsNumber } from './holds-text.ts';

it.each([
  ['42.50', '42.5', true],
  ['42,5', '42.5', true],
  ['x 7.50', '7.5', true],
  ['-3 mm', '-3', true],
  ['10 mm', '11', false],
  // The other numbers are ambiguous.
  ['2026-03-04', '2026', false],
  ['10:30', '10', false],
  ['', '0', false],
  ['0', '', false],
])('“%s” for %s: %s', (shown, wanted, is) => {
  expect(showsNumber(shown, wanted)).toBe(is);
});
