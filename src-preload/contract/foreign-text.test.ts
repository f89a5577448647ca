import { describe, expect, it } from 'vitest';
import { escapeHidden, harmless, harmlessJson, oneLine, quoted, quotedLines, word } from './foreign-text.ts';
import { formatSelector, parseSelector } from './model/elements/selector.ts';

const hidden = '\u202e\u2066\u200f\u061c\u200b\u2060\ufeff\u00ad\u3164\u{e0041}\u{e0100}\ufe0f\ufe0e';

describe('text from other programs', () => {
  it('is one line, in marks that nothing inside can close', () => {
    expect(quoted('Save')).toBe('“Save”');
    expect(quoted('a\nb\tc\u001b[2J\u009b\u2028d”“e')).toBe('“a\\nb\\tc\\u001b[2J\\u009b\\u2028d""e”');
    expect(oneLine('a\r\n\u0085\u2028b\u007f')).toBe('a b ');
  });

  it('contains nothing hidden', () => {
    expect(quoted(`a${hidden}b`)).toBe('“ab”');
    expect(oneLine(`a${hidden}b`)).toBe('ab');
    expect(harmless(`a${hidden}\nb`)).toBe('a\nb');
    expect(quoted('a\ud800')).toBe('“a\ufffd”');
  });

  it('keeps the characters that scripts and emoji need', () => {
    for (const text of ['❤️‍🔥', '👩‍💻', 'می‌خواهم', 'क्‍ष', 'שלום', 'naïve', '漢字']) {
      expect(oneLine(text)).toBe(text);
      expect(quoted(text)).toBe(`“${text}”`);
    }
  });

  it('is cut, never through a character', () => {
    expect(quoted('x'.repeat(300))).toBe(`“${'x'.repeat(200)}…”`);
    expect(quoted('💾💾', 3)).toBe('“💾…”');
    expect(quoted('x'.repeat(300), Infinity)).toHaveLength(302);
  });

  it('stays unquoted only as a plain word', () => {
    for (const plain of ['soffice.bin', 'save-button', 'org.gnome.Maps', '七']) expect(word(plain)).toBe(plain);
    for (const other of ['', 'a b', '(x)', 'a\n', 'x'.repeat(81)]) expect(word(other)).toBe(quoted(other));
  });

  it('is marked line by line where lines matter', () => {
    expect(quotedLines('a\nb\r\nc\u2028d')).toBe('> a\n> b\n> c\n> d');
  });
});

it('JSON and selectors stay exact', () => {
  const name = `a\n"\\“${hidden}\u0085\u001b`;
  expect(harmlessJson({ name })).toBe(harmless(harmlessJson({ name })));
  expect(JSON.parse(harmlessJson({ name }))).toEqual({ name });
  const selector = formatSelector([{ name }]);
  expect(selector).toBe(harmless(selector));
  expect(selector).not.toContain('\n');
  expect(parseSelector(selector)).toEqual([{ name }]);
  expect(escapeHidden('❤️')).toBe('❤️');
});
