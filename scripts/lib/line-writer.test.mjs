import { expect, test } from 'vitest';
import { lineWriter } from './line-writer.mjs';

test('lines are written whole, however they arrive', () => {
  /** @type {string[]} */
  const written = [];
  const writer = lineWriter('linux | ', (text) => void written.push(text));
  writer.write('one\ntw');
  expect(written).toEqual(['linux | one\n']);
  writer.write('o\n\nthree');
  expect(written.slice(1)).toEqual(['linux | two\nlinux | \n']);
  writer.end();
  writer.end();
  expect(written.slice(2)).toEqual(['linux | three\n']);
});
