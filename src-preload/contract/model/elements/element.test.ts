import { expect, it } from 'vitest';
import { formatElementId, parseElementId } from './element.ts';
import { elementId } from '../schemas/element.ts';

it('an element id holds any native id, including line breaks', () => {
  for (const runtimeId of [':1.42/org/a11y/7', 'a|runtime:b', 'two\nlines', 'ends with one\n']) {
    const id = elementId.parse(formatElementId('0x1a', runtimeId));
    expect(parseElementId(id)).toEqual({ window: '0x1a', runtimeId });
  }
});

it('an invalid element id is rejected with a sentence', () => {
  for (const text of [
    '',
    'seven',
    'window:0x1a',
    'window:0x1a|runtime:',
    'window:26|runtime:x',
    'window:0x1A|runtime:x',
  ])
    expect(elementId.safeParse(text).error?.issues, text).toMatchObject([
      { message: 'expected an element id such as window:0x1a00003|runtime:…' },
    ]);
});
