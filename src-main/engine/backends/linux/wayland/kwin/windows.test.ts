import { expect, it } from 'vitest';
import { windowsIn } from './windows.ts';

const place = { x: 10, y: 20, width: 300, height: 200 };
const reported = {
  id: '{0a1b2c3d-4e5f-6789-abcd-ef0123456789}',
  title: 'Notes',
  className: 'notes',
  pid: 42,
  x11: 0,
  frame: place,
  buffer: place,
  popup: false,
  special: false,
  active: true,
  minimized: false,
  maximized: false,
  fullScreen: false,
  keepAbove: false,
  attention: false,
  desktop: 0,
  shown: true,
  z: 3,
};
const list = (...windows: readonly Partial<typeof reported>[]) =>
  windowsIn({ desktops: { count: 1, current: 0 }, windows: windows.map((each) => ({ ...reported, ...each })) });

it('lists windows topmost first, without panels, pop-ups and our layers', () => {
  const ids = list({ title: 'below', z: 1 }, { pid: process.pid, z: 9 }, { special: true }, { popup: true }, {});
  expect(ids.map(({ title }) => title)).toEqual(['Notes', 'below']);
});

it('identifies an XWayland window by its X id', () => {
  expect(list({ x11: 0x1400003 }, {}).map(({ id, isX }) => [id, isX])).toEqual([
    ['0x1400003', true],
    ['0x10a1b2c3d4e5f', false],
  ]);
});
