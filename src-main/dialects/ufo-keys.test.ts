import { describe, expect, it } from 'vitest';
import { parseKeys } from '../tools/servers/app-ui-executor/key-notation.ts';
import { nastyTexts } from '../recorder/testing/spec-recording.ts';
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

  it.each(['MediaPlayPause', 'altgr+q', 'ctrl+altgr+F4'])('without a name are refused: %s', (chord) => {
    expect(() => chordAsKeys(chord)).toThrow(chord);
  });
});

it('text is escaped where the notation gives characters a meaning', () => {
  expect(textAsKeys('a {b}~c\r\nd\te')).toBe('a{SPACE}{{}b{}}{~}c{ENTER}d{TAB}e');
});

describe('exported keys are read by the tool', () => {
  it.each([
    'Enter',
    'Tab',
    'Escape',
    'Backspace',
    'Delete',
    'Insert',
    'Home',
    'End',
    'PageUp',
    'PageDown',
    'F1',
    'F24',
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'PrintScreen',
    'Pause',
    'ContextMenu',
    'CapsLock',
    'ctrl+s',
    'ctrl+shift+Tab',
    'alt+F4',
    'ctrl++',
    'ctrl+{',
    'ctrl+~',
    'shift+Enter',
    'meta+d',
    'ctrl+meta+Space',
  ])('%s', (chord) => {
    expect(parseKeys(chordAsKeys(chord))).toEqual([{ type: 'chord', keys: chord, repeat: 1 }]);
  });

  it('repeats', () => {
    expect(parseKeys(chordAsKeys('ArrowDown', 3))).toEqual([{ type: 'chord', keys: 'ArrowDown', repeat: 3 }]);
    expect(parseKeys(chordAsKeys('ctrl+z', 2))).toHaveLength(2);
  });

  it.each(nastyTexts.filter((text) => text !== ''))('%j', (text) => {
    const typed = parseKeys(textAsKeys(text)).map((stroke) => {
      if (stroke.type === 'text') return stroke.text;
      return { Enter: '\n', Tab: '\t' }[stroke.keys];
    });
    expect(typed.join('')).toBe(text.replace(/\r\n?/g, '\n'));
  });
});
