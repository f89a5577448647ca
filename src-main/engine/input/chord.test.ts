import { expect, test } from 'vitest';
import { parseChord } from './chord.ts';

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
])('%s is %s', (text, chord) => expect(parseChord(text)).toBe(chord));

test.each(['', '  ', 'ctrl+', 'hyper+a', '+a'])('“%s” is refused', (text) => {
  expect(() => parseChord(text)).toThrow('is no key or chord');
});
