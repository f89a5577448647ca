import { describe, expect, it } from 'vitest';
import { labelPosition, outlineBounds, outlinePieces, thickness } from './shape.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };

describe('the outline', () => {
  it('stands around the box, and on the screen where the box reaches its edge', () => {
    expect(outlineBounds({ x: 10, y: 10, width: 20, height: 20 }, screen)).toEqual({
      x: 7,
      y: 7,
      width: 26,
      height: 26,
    });
    expect(outlineBounds(screen, screen)).toEqual(screen);
  });

  it('is four bars when solid, and many marks within the window when not', () => {
    expect(outlinePieces(100, 50, 'solid')).toEqual([
      ...[
        [0, 0, 100, thickness],
        [0, 47, 100, thickness],
      ],
      ...[
        [0, 0, thickness, 50],
        [97, 0, thickness, 50],
      ],
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

  it('stands above the box, inside it at the top of the screen, and never off the right edge', () => {
    expect(labelPosition({ x: 100, y: 100, width: 50, height: 50 }, size, screen)).toEqual({ x: 97, y: 77 });
    expect(labelPosition({ x: 100, y: 5, width: 50, height: 50 }, size, screen)).toEqual({ x: 97, y: 8 });
    expect(labelPosition({ x: 1900, y: 100, width: 20, height: 20 }, size, screen)).toEqual({ x: 1840, y: 77 });
  });
});
