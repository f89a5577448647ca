import { expect, test } from 'vitest';
import { commandLine } from './command-line.ts';

test.each([
  ['plain', 'plain'],
  ['', '""'],
  ['two words', '"two words"'],
  ['say "hi"', '"say \\"hi\\""'],
  ['C:\\plain\\', 'C:\\plain\\'],
  ['C:\\my files\\', '"C:\\my files\\\\"'],
  ['back\\"slash', '"back\\\\\\"slash"'],
])('the argument %j is written %s', (argument, written) => {
  expect(commandLine('C:\\a b.exe', [argument, 'x'])).toBe(`"C:\\a b.exe" ${written} x`);
});
