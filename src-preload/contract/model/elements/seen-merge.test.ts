import { describe, expect, it } from 'vitest';
import { intersectionOverUnion } from '../geometry.ts';
import { mergeSeen, type Seen } from './seen-merge.ts';

const at = (x: number, y: number, width: number, height: number, text = ''): Seen => ({
  bounds: { x, y, width, height },
  text,
});
const besides = (reported: Seen, pictured: Seen) => mergeSeen([reported], [pictured]).besides.length > 0;

it('divides the intersection of two rectangles by their union', () => {
  const square = { x: 0, y: 0, width: 10, height: 10 };
  expect(intersectionOverUnion(square, square)).toBe(1);
  expect(intersectionOverUnion(square, { ...square, x: 5 })).toBeCloseTo(1 / 3);
  expect(intersectionOverUnion(square, { ...square, x: 10 })).toBe(0);
  expect(intersectionOverUnion({ x: 0, y: 0, width: 100, height: 100 }, square)).toBe(0.01);
});

describe('an item seen in a picture', () => {
  it('is the element it overlaps by more than a tenth, whatever either says', () => {
    expect(besides(at(0, 0, 100, 10, 'Save'), at(0, 0, 11, 10, 'Open'))).toBe(false);
    expect(besides(at(0, 0, 100, 10, 'Save'), at(0, 0, 10, 10, 'Open'))).toBe(true);
  });

  it('is dropped where a large element around it has the same text', () => {
    const page = at(0, 0, 1_000, 500, 'Dear Sir,\nplease sign here.');
    expect(besides(page, at(20, 40, 90, 12, 'Please  sign here'))).toBe(false);
    expect(besides(page, at(20, 40, 90, 12, 'Another'))).toBe(true);
    expect(besides(page, at(990, 40, 90, 12, 'please sign here'))).toBe(true);
  });

  it('gives its text to an element without one, and is no separate item then', () => {
    const line = at(5, 5, 40, 10, 'Next');
    const { reported, besides: rest } = mergeSeen(
      [at(0, 0, 50, 20), at(0, 100, 50, 20)],
      [line, at(200, 5, 30, 10, 'More')],
    );
    expect(reported.map(({ text }) => text)).toEqual(['Next', '']);
    expect(rest.map(({ text }) => text)).toEqual(['More']);
  });

  it('stays twice if seen twice: it is compared only with elements', () => {
    const line = at(0, 0, 40, 10, 'Next');
    expect(mergeSeen([], [line, line]).besides).toEqual([line, line]);
  });
});
