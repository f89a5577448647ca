import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeEngine, type FakeEngine } from '../../testing/fake-engine.ts';
import { surroundingsAt, surroundingsAlong } from './surroundings.ts';
import type { Pixels } from '../../backend.ts';
import type { WindowId } from '#contract/model/windows/window';

let desk: FakeEngine;
beforeEach(async () => {
  desk = await createFakeEngine();
});
afterEach(() => desk.engine.close());

async function shot(title: string): Promise<{ id: WindowId; pixels: Pixels; x: number; y: number }> {
  const window = await desk.window(title);
  const { pixels, bounds } = await desk.backend.capture.window(window);
  return { id: window.id, pixels, x: bounds.x, y: bounds.y };
}

const everywhere = { x: 0, y: 0, width: 10_000, height: 10_000 };

it('finds a place that looks as before, and no other', async () => {
  const { id, pixels, x, y } = await shot('Form');
  const at = { x: 60, y: 60 };
  const around = await surroundingsAt(pixels, at, everywhere);
  const here = { x: x + at.x, y: y + at.y };
  const places = [{ x: x + 3, y: y + 3 }, here];
  expect(await desk.engine.looksSo({ window: id, places, around: around! })).toEqual(here);
  expect(await desk.engine.looksSo({ window: id, places: [{ x: x - 500, y }], around: around! })).toBeNull();
});

it('finds plain ground elsewhere in its view, and nothing else', async () => {
  const { id, pixels, x, y } = await shot('Form');
  const ground = { x, y, width: pixels.width, height: pixels.height };
  const at = { x: 60, y: 60 };
  const places = [{ x: x + at.x, y: y + at.y }];
  const white = { ...pixels, rgba: pixels.rgba.slice().fill(255) };
  const plain = (await surroundingsAt(white, at, everywhere)) ?? expect.fail();
  vi.spyOn(desk.backend.capture, 'window').mockResolvedValue({
    pixels: { ...pixels, rgba: pixels.rgba.slice().fill(255, pixels.rgba.length / 2) },
    bounds: ground,
    note: '',
  });
  expect(await desk.engine.looksSo({ window: id, places, around: plain })).toBeNull();
  const found = (await desk.engine.looksSo({ window: id, places, around: plain, ground })) ?? expect.fail();
  expect(await desk.engine.looksSo({ window: id, places: [found], around: plain })).toEqual(found);
  const drawn = (await surroundingsAt(pixels, at, everywhere)) ?? expect.fail();
  expect(await desk.engine.looksSo({ window: id, places: [found], around: drawn, ground })).toBeNull();
});

it('sees a new object on the way of a drag', async () => {
  const { id, pixels, x, y } = await shot('Form');
  const [from, to] = [
    { x: 30, y: 30 },
    { x: 150, y: 120 },
  ];
  const here = { x: x + from.x, y: y + from.y };
  const same = await surroundingsAlong(pixels, from, to, everywhere);
  expect(same).toMatchObject({ at: { x: 12, y: 12 }, size: { width: 144, height: 114 } });
  expect(await desk.engine.looksSo({ window: id, places: [here], around: same! })).toEqual(here);
  const rgba = pixels.rgba.slice();
  for (let row = 70; row < 90; row++)
    for (let column = 80; column < 110; column++) rgba.set([250, 20, 90, 255], (row * pixels.width + column) * 4);
  const other = await surroundingsAlong({ ...pixels, rgba }, from, to, everywhere);
  expect(await desk.engine.looksSo({ window: id, places: [here], around: other! })).toBeNull();
});
