import { expect, it } from 'vitest';
import { isTooDeep } from './request-limits.ts';

it.each([
  ['[]', false],
  ['['.repeat(200), false],
  ['['.repeat(201), true],
  ['{"a":'.repeat(100_000), true],
  ['[],'.repeat(1_000), false],
  [JSON.stringify({ text: '[{'.repeat(1_000) }), false],
  [JSON.stringify({ text: '"'.repeat(500) + '['.repeat(1_000) }), false],
])('counts levels, and no brackets of texts: %#', (json, deep) => {
  expect(isTooDeep(json)).toBe(deep);
});
