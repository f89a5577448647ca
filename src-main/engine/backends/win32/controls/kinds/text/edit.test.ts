import { expect, it } from 'vitest';
import { pointsToUnits, toShownText, unitsToPoints } from './edit.ts';

const text = 'a😀\r\nb漢\r\n';

it('uses one line-end character, whatever the control has', () => {
  expect(toShownText(text)).toBe('a😀\nb漢\n');
  expect(toShownText('x\ry\nz')).toBe('x\ny\nz');
});

it.each([
  ['as in the text', [0, 1, 3, 5, 6, 7, 9]],
  ['one unit', [0, 1, 3, 4, 5, 6, 7]],
] as const)('counts code points where line ends count %s', (lineEnds, units) => {
  expect(unitsToPoints(text, lineEnds, units)).toEqual({ offsets: [0, 1, 2, 3, 4, 5, 6], length: 6 });
  for (const [point, unit] of units.entries()) {
    expect(pointsToUnits(text, lineEnds, [point, point])).toEqual([unit, unit]);
  }
});

it('never ends inside a character or line end, nor beyond the text', () => {
  expect(unitsToPoints(text, 'as in the text', [2, 4, 99]).offsets).toEqual([1, 2, 6]);
  expect(pointsToUnits(text, 'as in the text', [3, 99])).toEqual([5, 9]);
  expect(unitsToPoints('', 'as in the text', [0, 3])).toEqual({ offsets: [0, 0], length: 0 });
});
