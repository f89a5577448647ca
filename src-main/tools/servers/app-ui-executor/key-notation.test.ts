import { describe, expect, it } from 'vitest';
import type { KeyStroke } from '../../input/strokes.ts';
import { formatKeys, parseKeys } from './key-notation.ts';
import { chordAsKeys, textAsKeys } from '../../../dialects/ufo-keys.ts';

const text = (value: string): KeyStroke => ({ type: 'text', text: value });
const chord = (keys: string, repeat = 1): KeyStroke => ({ type: 'chord', keys, repeat });

describe('keys', () => {
  it.each<[string, KeyStroke[], string]>([
    ['hello world', [text('hello world')], 'hello world'],
    ['^c +1 50% (a) ~', [text('^c +1 50% (a) ~')], '{^}c {+}1 50{%} {(}a{)} {~}'],
    ['{VK_CONTROL}c', [chord('ctrl+c')], '^c'],
    ['{vk_control}S', [chord('ctrl+s')], '^s'],
    ['{VK_SHIFT}{VK_CONTROL}{TAB}x', [chord('ctrl+shift+Tab'), text('x')], '^+{TAB}x'],
    ['{VK_MENU}{F4}', [chord('alt+F4')], '%{F4}'],
    ['{VK_CONTROL}+', [chord('ctrl++')], '^{+}'],
    ['{TAB 2}{ENTER}', [chord('Tab', 2), chord('Enter')], '{TAB 2}{ENTER}'],
    ['a\nb\tc', [text('a'), chord('Enter'), text('b'), chord('Tab'), text('c')], 'a{ENTER}b{TAB}c'],
    ['a{SPACE}b', [text('a b')], 'a b'],
    ['{{}x{}}{+}{% 3}', [text('{x}+%%%')], '{{}x{}}{+}{%}{%}{%}'],
    ['{VK_LWIN}', [chord('Meta')], '{LWIN}'],
    ['{VK_LWIN down}d{VK_LWIN up}e', [chord('meta+d'), text('e')], '{VK_LWIN down}d{VK_LWIN up}e'],
    ['{VK_CONTROL}{SPACE}', [chord('ctrl+Space')], '^{SPACE}'],
    ['😀{LEFT 3}', [text('😀'), chord('ArrowLeft', 3)], '😀{LEFT 3}'],
  ])('%j', (keys, strokes, formatted) => {
    expect(parseKeys(keys)).toEqual(strokes);
    expect(formatKeys(strokes)).toBe(formatted);
  });

  it.each([
    ['{NOPE}', 'there is no key {NOPE}'],
    ['a{b', 'has an unpaired brace'],
    ['a}', 'has an unpaired brace'],
    ['{VK_CONTROL}', 'after ctrl the key is missing'],
    ['{VK_CONTROL down}a', 'ctrl is pressed and never released'],
    ['{a down}', 'only modifiers can be held, not {a}'],
    ['{TAB 0}', '0 is not from 1 to 1000'],
    ['{TAB 99999}', '99999 is not from 1 to 1000'],
  ])('%j is refused', (keys, why) => {
    expect(() => parseKeys(keys)).toThrow(why);
  });

  it('reads back exported recordings', () => {
    for (const keys of ['Enter', 'a', '+', 'ctrl+s', 'ctrl++', 'ctrl+{', 'ctrl+shift+Tab', 'alt+F4', 'meta+d']) {
      const expected = keys.length === 1 ? text(keys) : chord(keys);
      expect(parseKeys(chordAsKeys(keys))).toEqual([expected]);
    }
    for (const written of ['a {b}~c^+%()', 'Grüße 😀', '  '])
      expect(parseKeys(textAsKeys(written))).toEqual([text(written)]);
  });
});
