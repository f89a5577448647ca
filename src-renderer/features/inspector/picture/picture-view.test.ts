import { describe, expect, it } from 'vitest';
import { placePicture, toPicture, toScreen } from './picture-view.tsx';

/** A window on a monitor to the left of the primary one. */
const picture = { url: '', bounds: { x: -1900, y: -40, width: 800, height: 600 }, scale: 1 };
const frames = [
  { width: 400, height: 300 },
  { width: 333, height: 900 },
  { width: 2000, height: 1500 },
  { width: 10, height: 10 },
];

describe.each(frames)('a picture in a frame of $width × $height', (frame) => {
  const placed = placePicture(picture, frame, 'fit');

  it('keeps its aspect ratio and is not enlarged', () => {
    expect(placed.width / placed.height).toBeCloseTo(800 / 600);
    expect(placed.factor).toBeGreaterThan(0);
    expect(placed.factor).toBeLessThanOrEqual(1);
  });

  it('shows each box around its element', () => {
    for (const at of [
      [-1900, -40],
      [-1101, 559],
      [-1500, 100],
    ] as const) {
      const box = toPicture({ x: at[0], y: at[1], width: 1, height: 1 }, picture, placed);
      const middle = toScreen(box.x + box.width / 2, box.y + box.height / 2, picture, placed);
      expect(middle).toEqual({ x: at[0], y: at[1] });
    }
  });
});

it('has a margin, and is centred', () => {
  const placed = placePicture(picture, { width: 2000, height: 1500 }, 'fit');
  expect(placed).toMatchObject({ left: 600, top: 450, factor: 1 });
  const tight = placePicture(picture, { width: 448, height: 1000 }, 'fit');
  expect(tight).toMatchObject({ left: 24, width: 400, factor: 0.5 });
});

it('in full size starts at the top left where it is larger than its frame', () => {
  expect(placePicture(picture, { width: 400, height: 300 }, 'full')).toMatchObject({ left: 24, top: 24, factor: 1 });
});
