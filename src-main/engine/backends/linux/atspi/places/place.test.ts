import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { chromium } from '../toolkits/browsers.ts';
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

it('scales by little if place and size agree on it', () => {
  const large = { ...window, contentBounds: rect(278, 174, 1043, 666) };
  const offset = offsetOf(qt, large, rect(267, 167, 1000, 639));
  expect(placeOf(rect(545, 396, 378, 23), offset)).toEqual(rect(568, 413, 394, 24));
});

it.each([
  ['with its own shadow', rect(17, 12, 1303, 971), rect(9, 9, 1051, 782), 1.25],
  ['with its own shadow at little scale', rect(15, 10, 1090, 976), rect(9, 9, 1052, 938), 1.042],
  ['maximised', rect(0, 0, 1600, 1000), rect(0, 0, 1280, 800), 1.25],
  ['in a frame of the window manager', rect(10, 40, 1250, 1000), rect(8, 32, 1000, 800), 1.25],
])('scales Chromium’s own controls: a window %s', (_, bounds, frame, scale) => {
  const offset = offsetOf(chromium, { ...window, contentBounds: bounds }, frame);
  expect(offset.scale).toBeCloseTo(scale, 2);
});

it('does not scale Chromium’s own controls for its shadow', () => {
  const unscaled = { ...window, contentBounds: rect(14, 10, 1042, 976) };
  expect(offsetOf(chromium, unscaled, rect(10, 10, 1050, 980))).toEqual({ x: 0, y: 0 });
});

it.each([
  ['that lags behind its window by little', rect(100, 100, 384, 288)],
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
