import { describe, expect, test } from 'vitest';
import { parseChord } from './keyboard.ts';

test.each([
  ['Enter', 'Enter'],
  ['A', 'a'],
  ['+', '+'],
  [' ', 'Space'],
  ['ctrl+ ', 'ctrl+Space'],
  ['ctrl++', 'ctrl++'],
  ['Shift+Control+s', 'ctrl+shift+s'],
  ['cmd+Tab', 'meta+Tab'],
  ['alt+F4', 'alt+F4'],
  ['é', 'é'],
  ['😀', '😀'],
  ['esc', 'Escape'],
  ['f24', 'F24'],
  ['AltGraph+q', 'altgr+q'],
  ['Control', 'ctrl'],
  ['numpad7', 'Numpad7'],
  ['ctrl+mediaplaypause', 'ctrl+MediaPlayPause'],
  ['ctrl+comma', 'ctrl+,'],
  ['CmdOrCtrl+Plus', 'ctrl++'],
  ['ctrl+underscore', 'ctrl+_'],
  ['_', '_'],
  ['Control_L+bracketleft', 'ctrl+['],
  ['ShiftRight+Page_Down', 'shift+PageDown'],
  ['Super_L', 'meta'],
  ['KP_Add', 'NumpadAdd'],
  ['KP_7', 'Numpad7'],
  ['ControlOrMeta+KeyS', 'ctrl+s'],
  ['Digit1', '1'],
  ['BackSpace', 'Backspace'],
])('%s is %s', (text, chord) => expect(parseChord(text)).toBe(chord));

test.each(['', '  ', 'ctrl+', 'hyper+a', '+a', 'ab', '\u0007', '\ud800'])('“%s” is refused', (text) => {
  expect(() => parseChord(text)).toThrow('is no key or chord');
});

describe('suggests the likely names for a wrong one', () => {
  test.each([
    ['Entre', 'Enter'],
    ['ctrl+pagedwn', 'PageDown'],
    ['Volume', 'AudioVolumeUp'],
    ['crtl+a', 'ctrl'],
  ])('%s: %s', (text, intended) => {
    let data: unknown;
    try {
      parseChord(text);
    } catch (error) {
      data = (error as { data?: unknown }).data;
    }
    expect(data).toMatchObject({ near: expect.arrayContaining([intended]) as unknown });
  });

  test('suggests nothing for a text that resembles no name', () => {
    expect(() => parseChord('qqqqqqqqqqqq')).toThrow(expect.objectContaining({ data: { near: [] } }) as Error);
  });
});
