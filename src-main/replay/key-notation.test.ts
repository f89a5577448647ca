import { describe, expect, it } from 'vitest';
import { parseKeys } from '../tools/input/key-notation.ts';
import { nastyTexts } from '../recorder/testing/spec-recording.ts';
import { chordAsKeys, textAsKeys } from '../recorder/ufo-keys.ts';

describe('what the recorder writes, the tool reads', () => {
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
