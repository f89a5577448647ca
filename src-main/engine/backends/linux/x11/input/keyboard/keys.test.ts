import { describe, expect, it } from 'vitest';
import { toRawInput } from '../../observe/observer.ts';
import { characterOf } from './characters.ts';
import { Keymap } from './keymap.ts';
import { keyNames, splitChord } from '#contract/model/recordings/chord';
import { keysymOfCharacter, keysymsOf, nameOf } from './keys.ts';
import { keysymsOfText, stretches } from '../text.ts';

const first = 8;
const shiftCode = 50;
const rows: number[][] = Array.from({ length: 120 }, () => [0, 0, 0, 0, 0, 0]);
const set = (code: number, ...keysyms: readonly number[]) => {
  rows[code - first] = [...keysyms, ...Array.from({ length: 6 - keysyms.length }, () => 0)];
};
set(38, 0x61, 0x41); // a A
set(11, 0x32, 0x40, 0, 0, 0xb2); // 2 @ and ² on the third level
set(36, 0xff0d);
set(23, 0xff09, 0xfe20);
set(shiftCode, 0xffe1);
set(77, 0xff7f);
set(79, 0xff95, 0xffb7); // KP_Home, KP_7
set(104, 0xff8d); // KP_Enter
set(40, 0x6c4, 0x6e4); // Cyrillic de
const modifierRows = [[shiftCode], [66], [37], [64], [77], [], [133], [92]];
set(41, 0x66, 0x46, 0x6c1, 0x6e1); // f F, and in the second layout а А
set(42, 0xee, 0x45); // î, E only with Shift
const keymap = new Keymap(first, rows, modifierRows);

const [shift, lock, control, numLock, level3] = [1, 2, 4, 16, 128];

function pressed(detail: number, state: number) {
  return toRawInput({ code: 2, detail, state, x: 0, y: 0, time: 1 }, keymap);
}

describe('key names', () => {
  it('split into modifiers and key, including the plus key', () => {
    expect(splitChord('ctrl+shift+s')).toEqual({ modifiers: ['ctrl', 'shift'], key: 's' });
    expect(splitChord('ctrl++')).toEqual({ modifiers: ['ctrl'], key: '+' });
    expect(splitChord('+')).toEqual({ modifiers: [], key: '+' });
    expect(splitChord('ctrl')).toEqual({ modifiers: [], key: 'ctrl' });
  });

  it('each map to a key, and other strings to none', () => {
    for (const name of keyNames) expect(keysymsOf(name)[0]).toBeGreaterThan(0);
    expect([keysymsOf('F24')[0], keysymsOf('Space')[0], keysymsOf('MediaPlayPause')[0]]).toEqual([
      0xffd5, 0x20, 0x1008ff14,
    ]);
    expect(nameOf(0xff54)).toBe('ArrowDown');
    expect(() => keysymsOf('NoSuchKey')).toThrow('There is no key');
  });

  it('round-trip every character through its keysym', () => {
    for (const character of ['a', 'é', 'ß', '漢', '😀', '€']) {
      expect(characterOf(keysymOfCharacter(character))).toBe(character);
    }
    expect([characterOf(0x6c1), characterOf(0x20ac), characterOf(0xffb7), characterOf(0xff0d)]).toEqual([
      'а',
      '€',
      '7',
      null,
    ]);
  });
});

describe('pressed keys', () => {
  it.each([
    ['a letter', 38, 0, { key: 'a', text: 'a' }],
    ['a capital', 38, shift, { key: 'shift+a', text: 'A' }],
    ['a capital by CapsLock', 38, lock, { key: 'a', text: 'A' }],
    ['CapsLock on a digit', 11, lock, { key: '2', text: '2' }],
    ['punctuation', 11, shift, { key: 'shift+2', text: '@' }],
    ['the third level', 11, level3, { key: '2', text: '²' }],
    ['a shortcut', 38, control, { key: 'ctrl+a', text: null }],
    ['a named key', 36, 0, { key: 'Enter', text: null }],
    ['Enter of the keypad', 104, 0, { key: 'NumpadEnter', text: null }],
    ['Shift+Tab', 23, shift, { key: 'shift+Tab', text: null }],
    ['the keypad without NumLock', 79, 0, { key: 'Home', text: null }],
    ['another alphabet', 40, shift, { key: 'shift+д', text: 'Д' }],
  ])('%s', (_, code, state, expected) => {
    expect(pressed(code, state)).toMatchObject({ type: 'key', ...expected });
  });

  it('types digits on the keypad with NumLock', () => {
    expect(pressed(79, numLock)).toMatchObject({ key: '7', text: '7' });
  });

  it('ignores modifiers alone, unknown keys and releases', () => {
    expect([pressed(shiftCode, 0), pressed(100, 0)]).toEqual([null, null]);
    expect(toRawInput({ code: 3, detail: 38, state: 0, x: 0, y: 0, time: 1 }, keymap)).toBeNull();
  });

  it('distinguishes buttons from the wheel', () => {
    const event = { code: 4, state: shift, x: 3, y: 4, time: 1 };
    expect(toRawInput({ ...event, detail: 3 }, keymap)).toMatchObject({ button: 'right', modifiers: ['shift'] });
    expect(toRawInput({ ...event, detail: 5 }, keymap)).toMatchObject({ type: 'wheel', notches: -1 });
    expect(toRawInput({ ...event, code: 5, detail: 5 }, keymap)).toBeNull();
  });
});

describe('finding a key', () => {
  const find = (character: string, group = 0) => keymap.find(keysymOfCharacter(character), group);

  it('in the current layout, else in another, with either keysym of the letter', () => {
    expect(find('f')).toMatchObject({ keycode: 41, group: 0, shift: false });
    expect(find('А')).toMatchObject({ keycode: 41, group: 1, shift: true });
    expect(find('f', 1)).toMatchObject({ group: 0 });
    expect(find('ж')).toBeNull();
  });

  it('and on the keypad by NumLock, not by Shift', () => {
    expect(keymap.find(0xffb7)).toEqual({ keycode: 79, group: 0, shift: false, numLock: true });
    expect(keymap.find(0xff95)).toMatchObject({ keycode: 79, numLock: null });
  });
});

describe('a text', () => {
  it('is typed by code points, with every line break as Enter', () => {
    expect(keysymsOfText('a\r\n\tb\r👩‍🚀')).toEqual([
      0x61, 0xff0d, 0xff09, 0x62, 0xff0d, 0x0101f469, 0x0100200d, 0x0101f680,
    ]);
  });

  it.each(['a\u0007', '\u0000', '\ud83d', '\u009b'])('is refused if no key types %j', (text) => {
    expect(() => keysymsOfText(text)).toThrow('cannot be typed');
  });
});

describe('typing with few unused keys', () => {
  it('splits the text so that no part needs more new keys than there are', () => {
    const keysyms = Array.from('aéaßñ漢é', keysymOfCharacter);
    const parts = stretches(keysyms, (keysym) => keysym === 0x61, 2);
    expect(parts.map((part) => part.map(characterOf).join(''))).toEqual(['aéaß', 'ñ漢', 'é']);
  });
});
