import { describe, expect, it } from 'vitest';
import { isCut, pan, placePicture, toPicture, toScreen, visiblePart, zoomTo, type Zoom } from './zoom.ts';

/** A window on a monitor to the left of the primary one. */
const bounds = { x: -1900, y: -40, width: 800, height: 600 };
const frames = [
  { width: 400, height: 300 },
  { width: 333, height: 900 },
  { width: 2000, height: 1500 },
  { width: 10, height: 10 },
];
const zooms: readonly Zoom[] = [
  'fit',
  { factor: 1, centre: { x: 0.5, y: 0.5 } },
  { factor: 1.37, centre: { x: 0, y: 1 } },
  { factor: 4, centre: { x: 0.9, y: 0.1 } },
];

describe.each(frames)('a picture in a frame of $width × $height', (frame) => {
  it.each(zooms)('keeps its aspect ratio, and each box around its element (%j)', (zoom) => {
    const placed = placePicture(bounds, frame, zoom);
    expect(placed.width / placed.height).toBeCloseTo(800 / 600);
    expect(placed.factor).toBeGreaterThan(0);
    for (const [x, y] of [
      [-1900, -40],
      [-1101, 559],
      [-1500, 100],
    ] as const) {
      const box = toPicture({ x, y, width: 1, height: 1 }, bounds, placed);
      expect(toScreen({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, bounds, placed)).toEqual({ x, y });
    }
  });
});

it('has a margin, is centred, and fills a larger frame up to 200 %', () => {
  expect(placePicture(bounds, { width: 2000, height: 1500 }, 'fit')).toMatchObject({ left: 200, top: 150, factor: 2 });
  expect(placePicture(bounds, { width: 1056, height: 2000 }, 'fit')).toMatchObject({ left: 28, factor: 1.25 });
  expect(placePicture(bounds, { width: 456, height: 1000 }, 'fit')).toMatchObject({
    left: 28,
    width: 400,
    factor: 0.5,
  });
});

const frame = { width: 856, height: 656 };
const fitted = placePicture(bounds, frame, 'fit');

it.each([
  [2, { x: 300, y: 200 }],
  [4, { x: 500, y: 600 }],
  [1.5, { x: 428, y: 328 }],
])('keeps what is under the pointer there at %s ×', (factor, at) => {
  const before = toScreen({ x: at.x - fitted.left, y: at.y - fitted.top }, bounds, fitted);
  const placed = placePicture(bounds, frame, zoomTo(factor, at, fitted, frame));
  expect(placed.factor).toBe(factor);
  expect(toScreen({ x: at.x - placed.left, y: at.y - placed.top }, bounds, placed)).toEqual(before);
});

it('zooms no further than 400 %, and out until everything is seen', () => {
  expect(zoomTo(40, { x: 0, y: 0 }, fitted, frame)).toMatchObject({ factor: 4 });
  const close = placePicture(bounds, frame, { factor: 4, centre: { x: 0, y: 0 } });
  expect(zoomTo(0.01, { x: 0, y: 0 }, close, frame)).toBe('fit');
  // What is enlarged to fit can still be seen at 100 %.
  const small = { x: 0, y: 0, width: 200, height: 100 };
  const enlarged = placePicture(small, frame, 'fit');
  expect(zoomTo(0.01, { x: 0, y: 0 }, enlarged, frame)).toMatchObject({ factor: 1 });
});

it('pans by what the pointer moved, and no further than its edges', () => {
  const zoomed = placePicture(bounds, frame, { factor: 2, centre: { x: 0.5, y: 0.5 } });
  const moved = placePicture(bounds, frame, pan({ x: -30, y: 50 }, zoomed, frame));
  expect(moved.left - zoomed.left).toBeCloseTo(-30);
  expect(moved.top - zoomed.top).toBeCloseTo(50);
  const most = placePicture(bounds, frame, pan({ x: 9_000, y: -9_000 }, zoomed, frame));
  expect([most.left, most.top + most.height]).toEqual([28, frame.height - 28]);
  // At the edge, the next movement back is seen at once.
  const back = placePicture(bounds, frame, pan({ x: -10, y: 0 }, most, frame));
  expect(back.left).toBeCloseTo(18);
});

it('names the visible part', () => {
  expect(isCut(fitted, frame)).toBe(false);
  expect(visiblePart(fitted, frame)).toEqual({ x: 0, y: 0, width: 800, height: 600 });
  const zoomed = placePicture(bounds, frame, { factor: 2, centre: { x: 0.5, y: 0.5 } });
  expect(isCut(zoomed, frame)).toBe(true);
  expect(visiblePart(zoomed, frame)).toEqual({ x: 372, y: 272, width: 856, height: 656 });
});
