import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { PopoverParts } from './popover-parts.ts';

const { signal } = new AbortController();
const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const ref = (path: string) => ({ bus: scriptedBus, path });
const popover = { GetLayer: 5 };
const widget = { GetLayer: 3 };

const element = (parent: string, bounds: Rect, answers: object = widget): ScriptedElement => {
  return { role: 0, bounds, children: [], parent, answers: { ...answers } };
};

/** A menu and its submenu as GTK 4.18.6 reports them, and their windows. */
const elements = new Map<string, ScriptedElement>([
  ['/frame', element('/', rect(0, 0, 420, 676))],
  ['/file', element('/frame', rect(0, 0, 39, 24))],
  ['/menu', element('/file', rect(-11, 18, 131, 108), popover)],
  ['/more', element('/menu', rect(-8, 80, 113, 30))],
  ['/submenu', element('/more', rect(93, 56, 117, 68), popover)],
  ['/deep', element('/submenu', rect(96, 74, 99, 30))],
]);
const popups = [rect(706, 257, 117, 68), rect(587, 191, 131, 108)];

it('finds the content of a submenu at the position of its own window', async () => {
  const { accessibles } = scriptedAccessibles(elements);
  const parts = new PopoverParts(accessibles, ref('/frame'), popups, { x: 590, y: 169 });
  expect(await parts.offsetOf(ref('/file'), signal)).toBeNull();
  expect(await parts.offsetOf(ref('/more'), signal)).toEqual({ x: 598, y: 173 });
  expect(await parts.offsetOf(ref('/deep'), signal)).toEqual({ x: 613, y: 201 });
});

it('recognises pop-ups of an app with larger units', async () => {
  const { accessibles } = scriptedAccessibles(elements);
  const doubled = popups.map(({ x, y, width, height }) => rect(x, y, 2 * width, 2 * height));
  const parts = new PopoverParts(accessibles, ref('/frame'), doubled, { x: 0, y: 0, scale: 2 });
  expect(await parts.offsetOf(ref('/more'), signal)).toEqual({ x: 609, y: 155, scale: 2 });
});

it('takes the nearest of two similar pop-ups', async () => {
  const { accessibles } = scriptedAccessibles(elements);
  const alike = [rect(100, 900, 131, 108), rect(587, 191, 131, 108)];
  const parts = new PopoverParts(accessibles, ref('/frame'), alike, { x: 590, y: 169 });
  expect(await parts.offsetOf(ref('/menu'), signal)).toEqual({ x: 598, y: 173 });
});
