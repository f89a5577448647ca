import { expect, it } from 'vitest';
import { formatNumber, shortened } from './row-text.ts';

it('numbers are shown without the noise of doubles', () => {
  expect(formatNumber(0.1 + 0.2)).toBe('0.3');
  expect(formatNumber(50)).toBe('50');
});

it('a text that is cut reports it', () => {
  expect(shortened('four', 4)).toBe('four');
  expect(shortened('fives', 4)).toBe('fiv…');
});
