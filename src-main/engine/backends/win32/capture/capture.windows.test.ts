import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { intersect, type Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import { readPicture } from '../../../testing/read-picture.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { startApp, type StartedApp } from '../testing/apps.ts';
import { deleteObject } from '../native/gdi.ts';
import { declare } from '../native/library.ts';
import type { Handle } from '../native/types.ts';
import { withBitmap, stretched } from './bitmap.ts';
import { readCursor, separate, readScreen } from './capture.ts';
import { soon } from '../../../testing/outcome.ts';

const createSolidBrush = declare<(colour: number) => Handle>('gdi32', 'HANDLE CreateSolidBrush(uint32 colour)');

let windows: WindowsEngine;
let notepad: StartedApp;
beforeAll(async () => {
  windows = await startWindowsEngine();
  notepad = await startApp(windows.engine, 'notepad.exe');
});
afterAll(async () => {
  await notepad.end();
  await windows.close();
});

const place = (id: WindowId, bounds: Rect) => windows.engine.moveWindow({ window: id, bounds });
const shoot = (window: WindowInfo) => windows.engine.capture({ target: { kind: 'window', window: window.id } });

test('a window is part of the screen, pixel by pixel', async () => {
  await windows.engine.actOnWindow({ window: notepad.window.id, action: 'focus' });
  const window = await place(notepad.window.id, { x: 200, y: 150, width: 500, height: 300 });
  // Moving parts, such as a caret, soon match in both.
  await vi.waitFor(async () => {
    const [whole, own] = [readScreen({ x: 0, y: 0, width: 1600, height: 1000 }), await shoot(window)];
    expect(own).toMatchObject({ bounds: window.bounds, note: '' });
    const picture = await readPicture(own.bytes);
    for (let y = 0; y < picture.height; y += 7) {
      for (let x = 0; x < picture.width; x += 5) {
        const at = ((y + window.bounds.y) * whole.width + x + window.bounds.x) * 4;
        expect([...picture.at({ x, y })]).toEqual([...whole.rgba.subarray(at, at + 3)]);
      }
    }
    // The field is white: it is not a black picture.
    expect(picture.at({ x: 250, y: 150 })).toEqual([255, 255, 255]);
  }, soon);
});

test('a covered window is complete, or reports what is missing', async () => {
  const other = await startApp(windows.engine, 'winemine.exe');
  try {
    await windows.engine.actOnWindow({ window: other.window.id, action: 'focus' });
    const below = await place(notepad.window.id, { x: 200, y: 150, width: 500, height: 300 });
    const { width, height } = other.window.bounds;
    const above = await place(other.window.id, { x: 260, y: 200, width, height });
    expect(intersect(above.bounds, below.bounds)).not.toBeNull();
    const shot = await shoot(below);
    expect(shot.bounds).toEqual(below.bounds);
    const picture = await readPicture(shot.bytes);
    const own = picture.at({ x: 300, y: 20 + height / 2 });
    if (shot.note === '') expect(own).toEqual([255, 255, 255]);
    else expect(shot.note).toContain('the picture includes what covers it');
    expect((await shoot(above)).note).toBe('');
  } finally {
    await other.end();
  }
});

test('a partly off-screen window shows its visible part', async () => {
  const window = await place(notepad.window.id, { x: 1400, y: 150, width: 500, height: 300 });
  const { bounds, note } = await shoot(window);
  if (note === '') expect(bounds).toEqual(window.bounds);
  else expect({ bounds, note }).toMatchObject({ bounds: { x: 1400, width: 200 }, note: /Cut/ });
});

test('a minimised window has no picture', async () => {
  const { id } = notepad.window;
  await windows.engine.actOnWindow({ window: id, action: 'minimize' });
  await expect(shoot(notepad.window)).rejects.toMatchObject({ code: 'invalid_region' });
  await windows.engine.actOnWindow({ window: id, action: 'restore' });
});

test('the pointer is an arrow with its tip at the position', async () => {
  const { bounds } = await place(notepad.window.id, { x: 200, y: 150, width: 500, height: 300 });
  const at = { x: bounds.x + 100, y: bounds.y + 5 };
  await windows.engine.moveMouse(at);
  const cursor = readCursor();
  expect(cursor?.at.x).toBeGreaterThan(at.x - (cursor?.pixels.width ?? 0));
  expect(cursor?.pixels.width).toBeGreaterThan(8);
  const { rgba } = cursor?.pixels ?? { rgba: new Uint8Array() };
  const covering = rgba.filter((value, at) => at % 4 === 3 && value > 200).length;
  expect(covering).toBeGreaterThan(20);
  expect(covering).toBeLessThan(rgba.length / 4);
});

test('distinguishes transparent, opaque and inverting pixels', () => {
  const onBlack = Uint8Array.of(0, 0, 0, 0, 10, 20, 30, 0, 255, 255, 255, 0, 0, 0, 128, 0);
  const onWhite = Uint8Array.of(255, 255, 255, 0, 10, 20, 30, 0, 0, 0, 0, 0, 127, 127, 255, 0);
  const rgba = separate(onBlack, onWhite);
  expect([...rgba.subarray(0, 4)][3]).toBe(0);
  expect([...rgba.subarray(4, 8)]).toEqual([30, 20, 10, 255]);
  expect([...rgba.subarray(8, 12)]).toEqual([0, 0, 0, 255]);
  expect([...rgba.subarray(12, 16)]).toEqual([255, 0, 0, 128]);
});

test('a window that is scaled by Windows fills the picture', () => {
  const small = { width: 4, height: 2 };
  const left = [10, 20, 30, 0, 10, 20, 30, 0];
  const right = [200, 210, 220, 0, 200, 210, 220, 0];
  const pixels = withBitmap(small.width, small.height, ({ dc, write }) => {
    write(Uint8Array.from([...left, ...right, ...left, ...right]));
    return stretched(dc, small, { width: 6, height: 3 });
  });
  expect(pixels).toHaveLength(6 * 3 * 4);
  for (const row of [0, 24, 48]) {
    expect([...pixels.subarray(row, row + 3)]).toEqual([10, 20, 30]);
    expect([...pixels.subarray(row + 20, row + 23)]).toEqual([200, 210, 220]);
  }
});

test('captures leak no GDI objects, of which a process has a limited number', () => {
  const taken: Handle[] = [];
  try {
    for (let brush = createSolidBrush(0); brush !== 0; brush = createSolidBrush(0)) taken.push(brush);
    // The number that one picture needs, with a margin.
    for (const brush of taken.splice(0, 50)) deleteObject(brush);
    for (let i = 0; i < 100; i++) {
      readScreen({ x: 10, y: 10, width: 2, height: 2 });
      readCursor();
    }
    expect(readScreen({ x: 10, y: 10, width: 2, height: 2 }).rgba).toHaveLength(16);
    expect(readCursor()).not.toBeNull();
  } finally {
    for (const brush of taken) deleteObject(brush);
  }
});
