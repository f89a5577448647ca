import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { gtk3, gtk4 } from '../toolkits/gtk.ts';
import { qt } from '../toolkits/qt.ts';
import { offsetOf, placeOf, toUnits } from './place.ts';

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

const window: WindowInfo = {
  id: '0x1',
  className: '',
  app: 'app',
  processId: 7,
  state: 'normal',
  active: true,
  monitor: 0,
  desktop: 0,
  toolkit: '',
  alwaysOnTop: false,
  demandsAttention: false,
  owner: null,
  resizable: true,
  kind: 'normal',
  title: 'Notes',
  bounds: rect(99, 80, 402, 325),
  contentBounds: rect(100, 100, 400, 300),
};

it('moves extents to the actual position of the window’s content', () => {
  expect(offsetOf(gtk3, window, rect(0, 0, 9, 9))).toEqual({ x: 0, y: 0 });
  expect(offsetOf(gtk4, window, rect(0, 0, 390, 290))).toEqual({ x: 105, y: 105 });
  // A window with its own border of 5 pixels begins before its content, and its elements are relative to that.
  expect(offsetOf(gtk4, window, rect(-5, -5, 390, 290))).toEqual({ x: 115, y: 115 });
});

it('scales the coordinates of an app with larger units', () => {
  const offset = offsetOf(qt, window, rect(76, 76, 307, 230));
  expect(placeOf(rect(76, 76, 307, 230), offset)).toEqual(window.contentBounds);
  const field = placeOf(rect(100, 200, 30, 10), offset);
  expect(field).toEqual(rect(131, 262, 39, 13));
  expect(toUnits({ x: 131, y: 262 }, offset)).toEqual({ x: 100, y: 200 });
  expect(toUnits({ x: 170, y: 275 }, offset)).toEqual({ x: 130, y: 210 });
});

it.each([
  ['that does not follow its window yet', rect(0, 0, 300, 290)],
  ['whose window has a shadow', rect(0, 0, 452, 352)],
  ['that is as large as its window', rect(100, 100, 400, 300)],
])('does not scale for a frame %s', (_, frame) => {
  expect(offsetOf(qt, window, frame)).toEqual({ x: 0, y: 0 });
});

it('accepts elements without bounds', () => {
  const here = { x: 10, y: 20 };
  expect(placeOf(rect(1, 2, 3, 4), here)).toEqual(rect(11, 22, 3, 4));
  expect(placeOf(rect(-2147483648, -2147483648, 1, 1), here)).toBeNull();
  expect(placeOf(rect(0, 0, 0, 5), here)).toBeNull();
  expect(placeOf(rect(-1, -1, -1, -1), here)).toBeNull();
  expect(placeOf(rect(4294967295, 0, 5, 5), here)).toBeNull();
});
