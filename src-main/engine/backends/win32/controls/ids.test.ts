import { expect, it } from 'vitest';
import { parseId, partId } from './ids.ts';

it.each([
  ['h:1003c', 0x1003c, []],
  ['h:ffff0001/12', -0xffff, ['12']],
  ['h:1003c/12.2', 0x1003c, ['12', '2']],
  ['h:1003c/title.close', 0x1003c, ['title', 'close']],
])('%s', (id, window, path) => {
  expect(parseId(id)).toEqual({ window, path });
  expect(partId(window, path)).toBe(id);
});

it.each(['', 'h:', 'h:xyz', 'u:42.1', 'h:1003c/', 'h:1003c/1..2', 'h:1003c999999', 'x h:1003c'])(
  '%s is invalid',
  (id) => {
    expect(() => parseId(id)).toThrow(expect.objectContaining({ code: 'element_stale' }));
  },
);
