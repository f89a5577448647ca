import { expect, test } from 'vitest';
import { argumentsIn, commandLine } from './process-start.ts';

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

test.each([
  [[]],
  [['plain']],
  [['']],
  [['two words', '']],
  [['say "hi"', 'C:\\plain\\', 'C:\\my files\\', 'x']],
  [['back\\"slash', '\\\\server\\share', '"']],
])('the arguments %j round-trip', (args) => {
  expect(argumentsIn(commandLine('C:\\a b.exe', args))).toEqual(args);
});

test.each([
  ['notepad', []],
  ['notepad.exe   a  b ', ['a', 'b']],
  ['C:\\x"y z"\\a.exe one', ['one']],
  ['x "a""b" c', ['a"b', 'c']],
  ['x a"b c"d', ['ab cd']],
  ['x "never closed', ['never closed']],
  ['', []],
])('the arguments of %s are %j', (line, args) => {
  expect(argumentsIn(line)).toEqual(args);
});
