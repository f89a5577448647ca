import { describe, expect, it } from 'vitest';
import { partOf } from './pixels.ts';

const argb8888 = 0;
const xbgr8888 = 0x34324258;

/** Three pixels wide and two high, with row padding; pixel n is n in blue. */
const data = Buffer.alloc(32);
for (const [n, at] of [0, 4, 8, 16, 20, 24].entries()) data.writeUInt32LE(n, at);
const format = { format: argb8888, width: 3, height: 2, stride: 16 };
const read = (part: Parameters<typeof partOf>[2], transform: number, upsideDown = false) => {
  const { rgba } = partOf(data, format, part, { upsideDown, transform });
  return Array.from({ length: rgba.length / 4 }, (_, i) => rgba[i * 4 + 2]);
};

describe('pixels of a compositor', () => {
  it('are cropped from rows of any length, top or bottom first', () => {
    expect(read({ x: 1, y: 0, width: 2, height: 2 }, 0)).toEqual([1, 2, 4, 5]);
    expect(read({ x: 0, y: 0, width: 3, height: 1 }, 0, true)).toEqual([3, 4, 5]);
  });

  // As produced by sway 1.7.
  it.each([
    [1, [3, 0, 4, 1, 5, 2]],
    [2, [5, 4, 3, 2, 1, 0]],
    [3, [2, 5, 1, 4, 0, 3]],
    [4, [2, 1, 0, 5, 4, 3]],
    [7, [5, 2, 4, 1, 3, 0]],
  ])('are upright for an output rotated by %i', (transform, expected) => {
    const size = transform % 2 === 0 ? { width: 3, height: 2 } : { width: 2, height: 3 };
    expect(read({ x: 0, y: 0, ...size }, transform)).toEqual(expected);
  });

  it('have ordered, opaque colours in every known format', () => {
    const one = { width: 1, height: 1, stride: 4 };
    const pixel = (kind: number) =>
      partOf(
        Buffer.from([1, 2, 3, 0]),
        { ...one, format: kind },
        { x: 0, y: 0, width: 1, height: 1 },
        { upsideDown: false, transform: 0 },
      );
    expect([...pixel(argb8888).rgba]).toEqual([3, 2, 1, 255]);
    expect([...pixel(xbgr8888).rgba]).toEqual([1, 2, 3, 255]);
    expect(() => pixel(0x36314752)).toThrow('is not known');
  });
});
