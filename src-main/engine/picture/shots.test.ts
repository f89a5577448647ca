import { expect, it } from 'vitest';
import { Shots, type Shot } from './shots.ts';

const size = { width: 100, height: 64 };
const bytes = size.width * size.height * 4;

/** A white picture with one dot in a row. */
function shot(row: number, { width, height } = size): Shot {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  rgba[row * width * 4] = 0;
  return { pixels: { width, height, rgba, opaque: true }, bounds: { x: 0, y: 0, width, height }, note: '' };
}

it('lasting pixels outlast others, and take only what differs from the ones before', () => {
  const shots = new Shots();
  const kept = [3, 3, 40, 63].map((row) => [row, shots.keep(shot(row), true)] as const);
  expect(shots.lastingBytes).toBe(2 * bytes);
  for (let i = 0; i < 20; i++) shots.keep(shot(0));
  for (const [row, id] of kept) {
    const { pixels, ...about } = shots.take(id)!;
    expect(about).toEqual({ bounds: { x: 0, y: 0, ...size }, note: '' });
    expect(pixels).toMatchObject({ ...size, opaque: true });
    expect(Buffer.compare(pixels.rgba, shot(row).pixels.rgba)).toBe(0);
  }
  expect(shots.lastingBytes).toBe(0);
});

it('the oldest lasting pixels go when all take too much', () => {
  const shots = new Shots();
  const whole = { width: 4_000, height: 2_000 };
  const ids = Array.from({ length: 5 }, (_, index) => {
    const different = shot(0, whole);
    different.pixels.rgba.fill(index);
    return shots.keep(different, true);
  });
  expect(shots.take(ids[0] ?? '')).toBeUndefined();
  expect(shots.take(ids[4] ?? '')?.pixels.rgba[9]).toBe(4);
});
