import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { firstPlace, frameShift, onScreen, readPlace, writePlace } from './window-place.ts';

const left = { x: 0, y: 0, width: 1920, height: 1050 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };
const at = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  maximized: false,
});

it('comes back where it was, on whichever screen', () => {
  for (const place of [at(10, 20), at(2000, 100), { ...at(10, 20), maximized: true }])
    expect(onScreen(place, [left, right])).toEqual(place);
  // Partly beyond an edge, but its top can be taken.
  expect(onScreen(at(1800, 900), [left])).toEqual(at(1800, 900));
});

it('is forgotten where it could not be reached', () => {
  expect(onScreen(at(2000, 100), [left])).toBeNull();
  for (const place of [at(-990, 20), at(10, -20), at(10, 1040), at(1900, 20)])
    expect(onScreen(place, [left])).toBeNull();
});

it('is not larger than its screen', () => {
  expect(onScreen(at(1920, 0, 1920, 1050), [left, right])).toEqual(at(1920, 0, 1280, 1024));
});

const folder = mkdtempSync(join(tmpdir(), 'deskscope-place-'));
const file = join(folder, 'window.json');
afterAll(() => rmSync(folder, { recursive: true }));

it('is read as it was written, and not at all where it is broken', () => {
  expect(readPlace(file)).toBeNull();
  writePlace(file, { ...at(-5, 7), maximized: true });
  expect(readPlace(file)).toEqual({ ...at(-5, 7), maximized: true });
  for (const broken of [
    '',
    '{',
    '{"bounds":{"x":"0"}}',
    '{"bounds":{"x":0,"y":0,"width":-1,"height":5},"maximized":false}',
  ]) {
    writeFileSync(file, broken);
    expect(readPlace(file)).toBeNull();
  }
});

it('begins in the middle of the screen, and not larger than it', () => {
  expect(firstPlace(left)).toEqual(at(240, 75, 1440, 900));
  expect(firstPlace(right)).toEqual(at(1920, 62, 1280, 900));
});

it('does not wander by the frame that a window manager puts around it', () => {
  const asked = at(100, 50).bounds;
  const framed = frameShift(asked);
  expect(framed(at(101, 70).bounds)).toEqual(asked);
  expect(framed(at(501, 270).bounds)).toEqual(at(500, 250).bounds);
  const unframed = frameShift(asked);
  expect(unframed(asked)).toEqual(asked);
  expect(unframed(at(110, 60).bounds)).toEqual(at(110, 60).bounds);
  const framedLate = frameShift(asked);
  expect(framedLate(asked, true)).toEqual(asked);
  expect(framedLate(at(101, 70).bounds, true)).toEqual(asked);
  expect(framedLate(at(501, 270).bounds)).toEqual(at(500, 250).bounds);
  // Moved before anybody looked.
  expect(frameShift(asked)(at(700, 50).bounds)).toEqual(at(700, 50).bounds);
});
