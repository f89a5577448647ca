import { expect, it } from 'vitest';
import { errorCatalog } from './errors.ts';

it('gives no hint that users of an installed package cannot follow', () => {
  const hints = Object.values(errorCatalog).map(({ hint }) => hint);
  expect(hints.filter((hint) => /\bnpm\b/.test(hint))).toEqual([]);
});
