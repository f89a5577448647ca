import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { escaped } from './ascii-chunks.mjs';

test('escaped code evaluates to the same value', () => {
  const code =
    'const größe = "7 × “ä” \\\\– 😀"; // Größe\n[größe, `${größe}…`, /^.*[“”]/u.test(größe), /×/.exec(größe).index]';
  const lean = escaped(code);
  expect(lean).toMatch(/^[\0-\x7f]*$/);
  expect(runInNewContext(lean)).toEqual(runInNewContext(code));
});

test('code whose meaning an escape would change is rejected', () => {
  expect(() => escaped(String.raw`/[\–]/`)).toThrow(/backslash/);
});
