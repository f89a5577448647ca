import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { readScreen } from '../capture/capture.ts';
import { startApp, type StartedApp } from '../testing/apps.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { soon } from '../../../testing/outcome.ts';

const red = [0xe5, 0x14, 0x00, 255];

let windows: WindowsEngine;
let notepad: StartedApp;
let window: WindowInfo;
beforeAll(async () => {
  windows = await startWindowsEngine();
  notepad = await startApp(windows.engine, 'notepad.exe');
  await windows.engine.actOnWindow({ window: notepad.window.id, action: 'focus' });
  const bounds = { x: 200, y: 150, width: 500, height: 300 };
  window = await windows.engine.moveWindow({ window: notepad.window.id, bounds });
});
afterAll(async () => {
  await notepad.end();
  await windows.close();
});

const box: Rect = { x: 300, y: 260, width: 200, height: 100 };
const show = (line: 'solid' | 'dashed' | 'dotted', label = '') =>
  windows.engine.highlight({ boxes: [{ bounds: box, label, line }] });
const hide = () => windows.engine.highlight({ boxes: [] });
/** Number of red pixels there, in an independent screenshot. */
const redIn = (region: Rect) => {
  const { rgba } = readScreen(region);
  let count = 0;
  for (let at = 0; at < rgba.length; at += 4) if (red.every((value, i) => rgba[at + i] === value)) count++;
  return count;
};
/** The border rectangles around it. */
const sides: readonly Rect[] = [
  { x: box.x - 3, y: box.y - 3, width: 3, height: box.height + 6 },
  { x: box.x + box.width, y: box.y - 3, width: 3, height: box.height + 6 },
  { x: box.x - 3, y: box.y - 3, width: box.width + 6, height: 3 },
  { x: box.x - 3, y: box.y + box.height, width: box.width + 6, height: 3 },
];
const above = { x: box.x - 3, y: box.y - 3, width: box.width + 6, height: 3 };

test('the outline is red around the box, in its line pattern, and disappears at once', async () => {
  expect(redIn(above)).toBe(0);
  await show('solid');
  for (const side of sides) await vi.waitFor(() => expect(redIn(side)).toBe(side.width * side.height), soon);
  expect(redIn(box)).toBe(0);
  await show('dashed');
  const dashed = Math.round((above.width * 3 * 12) / 18);
  await vi.waitFor(() => expect(Math.abs(redIn(above) - dashed)).toBeLessThan(40), soon);
  await hide();
  await vi.waitFor(() => expect(redIn(above)).toBe(0), soon);
});

test('the label is above it', async () => {
  await show('solid', 'Button “Grüße”');
  const label = { x: box.x - 3, y: box.y - 23, width: 60, height: 20 };
  await vi.waitFor(() => expect(redIn(label)).toBeGreaterThan(300), soon);
  expect(redIn(label)).toBeLessThan(60 * 20);
  await hide();
  await vi.waitFor(() => expect(redIn(label)).toBe(0), soon);
});

test('it is in no list and no picture, and takes no click or focus', async () => {
  const before = await windows.engine.listWindows({ includeHidden: true });
  const shot = await windows.engine.capture({ target: { kind: 'region', region: box } });
  const bounds = { ...box, x: box.x - 3, width: 200 };
  await show('solid', 'here');
  await vi.waitFor(() => expect(redIn(above)).toBeGreaterThan(0), soon);
  expect((await windows.engine.listWindows({ includeHidden: true })).items.map(({ id }) => id)).toEqual(
    before.items.map(({ id }) => id),
  );
  const after = await windows.engine.capture({ target: { kind: 'region', region: box } });
  expect(Buffer.from(after.bytes).equals(Buffer.from(shot.bytes))).toBe(true);
  const beside = await windows.engine.capture({ target: { kind: 'region', region: bounds } });
  expect(beside.note).toBe('');
  // On the line itself.
  await windows.engine.click({ at: { x: box.x - 2, y: box.y + 40 }, button: 'left', count: 1 });
  const { items } = await windows.engine.listWindows({});
  expect(items.find(({ active }) => active)?.id).toBe(window.id);
  await hide();
});
