import { describe, expect, it } from 'vitest';
import { chordAsKeys, textAsKeys } from './ufo-keys.ts';

describe('chords', () => {
  it.each([
    ['Enter', 1, '{ENTER}'],
    ['ArrowDown', 3, '{DOWN 3}'],
    ['ctrl+s', 1, '{VK_CONTROL}s'],
    ['ctrl+s', 2, '{VK_CONTROL}s{VK_CONTROL}s'],
    ['ctrl+shift+Tab', 1, '{VK_CONTROL}{VK_SHIFT}{TAB}'],
    ['alt+F4', 1, '{VK_MENU}{F4}'],
    ['ctrl++', 1, '{VK_CONTROL}+'],
    ['+', 1, '+'],
    ['ctrl+{', 1, '{VK_CONTROL}{{}'],
    ['meta+d', 1, '{VK_LWIN down}d{VK_LWIN up}'],
    [' ', 1, '{SPACE}'],
  ])('%s pressed %i times is %s', (chord, repeat, keys) => expect(chordAsKeys(chord, repeat)).toBe(keys));

  it('without a name are refused', () => {
    expect(() => chordAsKeys('MediaPlayPause')).toThrow(/MediaPlayPause/);
  });
});

it('text is escaped where the notation means something else', () => {
  expect(textAsKeys('a {b}~c\r\nd\te')).toBe('a{SPACE}{{}b{}}{~}c{ENTER}d{TAB}e');
});
