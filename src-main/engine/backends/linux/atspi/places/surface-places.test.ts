import { describe, expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { Surface } from '../../window-system.ts';
import type { ToolkitName } from '../toolkits/toolkit.ts';
import { placeOf } from './place.ts';
import { surfaceOffset } from './surface-places.ts';

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

const surface: Surface = {
  content: rect(100, 200, 400, 300),
  buffer: null,
  popups: 'unknown',
  scale: 1,
  shift: { x: 0, y: 0 },
};
const at = (toolkit: ToolkitName, where: Surface, root: Rect, extents: Rect) =>
  placeOf(extents, surfaceOffset(toolkit, where, root));

describe('places in windows that do not know their position', () => {
  it.each<[ToolkitName, string, Partial<Surface>, Rect, Rect]>([
    ['gtk3', 'as large as its window', {}, rect(0, 0, 400, 300), rect(110, 220, 30, 40)],
    ['gtk3', 'with a shadow that no one tells of', {}, rect(0, 0, 452, 352), rect(84, 197, 30, 40)],
    ['gtk3', 'with a shadow', { buffer: rect(74, 177, 452, 352) }, rect(0, 0, 452, 352), rect(84, 197, 30, 40)],
    ['gtk4', 'with a shadow', { buffer: rect(74, 177, 452, 352) }, rect(0, 0, 400, 300), rect(110, 220, 30, 40)],
    ['gtk4', 'framed', { buffer: rect(101, 225, 398, 274) }, rect(0, 0, 398, 274), rect(111, 245, 30, 40)],
    ['qt', 'decorated by Qt', {}, rect(0, 0, 394, 273), rect(113, 244, 30, 40)],
    [
      'qt',
      'smaller than its frame',
      { buffer: rect(100, 200, 400, 200) },
      rect(0, 0, 394, 173),
      rect(113, 244, 30, 40),
    ],
    ['qt', 'larger than its frame', { buffer: rect(100, 200, 500, 300) }, rect(0, 0, 494, 273), rect(113, 244, 30, 40)],
    ['gecko', 'with a shadow', { buffer: rect(74, 177, 452, 352) }, rect(26, 23, 400, 300), rect(84, 197, 30, 40)],
    ['chromium', 'with a shadow that no one tells of', {}, rect(0, 0, 432, 342), rect(94, 210, 30, 40)],
  ])('%s, %s', (toolkit, _, more, root, expected) => {
    expect(at(toolkit, { ...surface, ...more }, root, rect(10, 20, 30, 40))).toEqual(expected);
  });

  it('on a scaled output, with extents relative to the root', () => {
    const scaled = { ...surface, scale: 2, shift: { x: -1000, y: 0 } };
    expect(at('qt', scaled, rect(5, 6, 400, 300), rect(15, 26, 30, 40))).toEqual(rect(-780, 440, 60, 80));
  });
});
