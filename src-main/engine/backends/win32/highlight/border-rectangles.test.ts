import { expect, test } from 'vitest';
import { outlinePieces } from '../../../outline/shape.ts';
import { borderRectangles } from './border-rectangles.ts';

const opaqueIn = (bgra: Uint8Array) => bgra.filter((value, at) => at % 4 === 3 && value === 255).length;

test('a solid outline consists of four full border rectangles; a dashed one has the gaps of its sides', () => {
  const bounds = { x: -40, y: 30, width: 100, height: 50 };
  const solid = borderRectangles(bounds, outlinePieces(100, 50, 'solid'), 3);
  expect(solid.map((side) => side.bounds)).toEqual([
    { x: -40, y: 30, width: 100, height: 3 },
    { x: -40, y: 77, width: 100, height: 3 },
    { x: -40, y: 30, width: 3, height: 50 },
    { x: 57, y: 30, width: 3, height: 50 },
  ]);
  expect(solid.map(({ bgra }) => opaqueIn(bgra))).toEqual([300, 300, 150, 150]);
  expect([...(solid[0]?.bgra.subarray(0, 4) ?? [])]).toEqual([0x00, 0x14, 0xe5, 255]);
  const [top, , left] = borderRectangles(bounds, outlinePieces(100, 50, 'dashed'), 3);
  // With gaps.
  expect(opaqueIn(top?.bgra ?? new Uint8Array())).toBeLessThan(300);
  expect(opaqueIn(left?.bgra ?? new Uint8Array())).toBeLessThan(150);
});

test('a tiny outline does not fail', () => {
  expect(borderRectangles({ x: 0, y: 0, width: 1, height: 1 }, outlinePieces(1, 1, 'dotted'), 3)).toHaveLength(4);
});
