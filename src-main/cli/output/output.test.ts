import { describe, expect, it } from 'vitest';
import { createPaint, table } from './output.ts';
import { oneLine } from '#contract/foreign-text';

const plain = createPaint(false, {});

describe('colour', () => {
  it('is for terminals of users who want it', () => {
    expect(createPaint(true, {})('red', 'x')).toBe('\u001b[31mx\u001b[0m');
    expect(createPaint(false, {})('red', 'x')).toBe('x');
    expect(createPaint(true, { NO_COLOR: '1' })('red', 'x')).toBe('x');
    expect(createPaint(true, { TERM: 'dumb' })('red', 'x')).toBe('x');
  });
});

describe('tables', () => {
  it('are aligned, without blanks at the end', () => {
    expect(
      table(
        ['A', 'B'],
        [
          ['long cell', 'x'],
          ['y', ''],
        ],
        plain,
      ).split('\n'),
    ).toEqual(['A          B', 'long cell  x', 'y']);
  });

  it('count wide characters as two columns', () => {
    const lines = table(
      ['A', 'B'],
      [
        ['文字', 'x'],
        ['abcd', 'x'],
      ],
      plain,
    ).split('\n');
    expect(lines.slice(1)).toEqual(['文字  x', 'abcd  x']);
  });
});

it('what other programs call themselves cannot steer the terminal', () => {
  expect(oneLine('a\u001b[2Jb\nc\u202ed')).toBe('a [2Jb cd');
});
