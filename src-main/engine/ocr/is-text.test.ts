import { expect, it } from 'vitest';
import { isText } from './read-text.ts';

/** Read in gtk3-widget-factory, gtk4-widget-factory and a page in Chromium, with the recogniser's confidence. */
const read = [
  ['an icon', '(a', 0, false],
  ['a spinner', 'hd', 44, false],
  ['a check box', '[J', 26, false],
  ['a frame', '|', 42, false],
  ['a word that is cut', 'porttitor', 10, true],
  ['a word against a frame', '[Field', 45, true],
  ['a number', '50', 88, true],
  ['a sign', '%', 91, true],
  ['nothing', ' ', 95, false],
] as const;

it.each(read)('%s', (_, text, confidence, expected) => {
  expect(isText({ text, confidence })).toBe(expected);
});
