import { describe, expect, it } from 'vitest';
import { contains } from '#contract/model/geometry';
import { labelPosition, outlineBounds, outlinePieces, piecesBeside, thickness } from './shape.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };

describe('the outline', () => {
  it('is empty in areas to keep clear, and complete elsewhere', () => {
    const bounds = { x: 100, y: 50, width: 60, height: 40 };
    const places = [
      { x: 90, y: 40, width: 30, height: 30 },
      { x: 140, y: 45, width: 5, height: 100 },
    ];
    const pixels = (pieces: readonly (readonly [number, number, number, number])[]) => {
      const found = new Set<string>();
      for (const [x, y, width, height] of pieces) {
        for (let i = 0; i < width * height; i++) found.add(`${x + (i % width)} ${y + Math.floor(i / width)}`);
      }
      return found;
    };
    for (const line of ['solid', 'dashed', 'dotted'] as const) {
      const whole = outlinePieces(bounds.width, bounds.height, line);
      const isClear = (pixel: string) => {
        const [x = 0, y = 0] = pixel.split(' ').map(Number);
        return !places.some((place) => contains(place, { x: x + bounds.x, y: y + bounds.y }));
      };
      const wanted = [...pixels(whole)].filter(isClear);
      expect([...pixels(piecesBeside(whole, bounds, places))].sort()).toEqual(wanted.sort());
      expect(wanted.length).toBeLessThan(pixels(whole).size);
    }
  });

  it('is around the box, and within the screen if the box reaches its edge', () => {
    expect(outlineBounds({ x: 10, y: 10, width: 20, height: 20 }, screen)).toEqual({
      x: 7,
      y: 7,
      width: 26,
      height: 26,
    });
    expect(outlineBounds(screen, screen)).toEqual(screen);
  });

  it('is four bars if solid, else many marks within the window', () => {
    expect(outlinePieces(100, 50, 'solid')).toEqual([
      [0, 0, 100, thickness],
      [0, 47, 100, thickness],
      [0, 0, thickness, 50],
      [97, 0, thickness, 50],
    ]);
    for (const line of ['dashed', 'dotted'] as const) {
      const pieces = outlinePieces(100, 50, line);
      expect(pieces.length).toBeGreaterThan(10);
      for (const [x, y, width, height] of pieces) {
        expect(x + width).toBeLessThanOrEqual(100);
        expect(y + height).toBeLessThanOrEqual(50);
      }
    }
  });
});

describe('the label', () => {
  const size = { width: 80, height: 20 };

  it('is above the box, inside it at the top of the screen, and never beyond the right edge', () => {
    expect(labelPosition({ x: 100, y: 100, width: 50, height: 50 }, size, screen)).toEqual({ x: 97, y: 77 });
    expect(labelPosition({ x: 100, y: 5, width: 50, height: 50 }, size, screen)).toEqual({ x: 97, y: 8 });
    expect(labelPosition({ x: 1900, y: 100, width: 20, height: 20 }, size, screen)).toEqual({ x: 1840, y: 77 });
  });
});
