import { expect, test } from 'vitest';
import { missingCharacters } from './read-back.ts';

test.each([
  ['into nothing', 'é 🙂', '', 'é 🙂'],
  ['behind what is there', 'b', 'a', 'ab'],
  ['over what begins and ends alike', 'abd', 'abc', 'abd'],
  ['over a part', 'x', 'one two', 'one x'],
  ['twice the same', 'aa', 'aa', 'aaaa'],
  ['among many of the same', 'a', 'a'.repeat(90_000), 'a'.repeat(90_001)],
  ['over most of it', 'b', 'abc', 'abc'.replace('bc', 'b')],
  ['where the app closes what was opened', '(x', '', '(x)'],
  ['with other line ends and spaces', 'a \nb', '', 'a\u00a0\r\nb'],
])('finds nothing missing in a text that arrived %s', (_, text, before, after) => {
  expect(missingCharacters(text, before, after)).toEqual([]);
});

test.each([
  ['the last one', 'ab🙂', 'a', 'aab', [3]],
  ['one between others', 'a🙂b', '', 'ab', [2]],
  ['all of them', 'ab', 'held', 'held', [1, 2]],
  ['one that was there before', '🙂', '🙂.', '🙂.', [1]],
  ['another in its place', 'aé', '', 'ae', [2]],
])('names %s of a text that did not arrive', (_, text, before, after, missing) => {
  expect(missingCharacters(text, before, after)).toEqual(missing);
});
