import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { MovedPopups } from './moved-popups.ts';

const { signal } = new AbortController();
const ref = (path: string) => ({ bus: scriptedBus, path });
const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const element = (role: string, parent: string, bounds: Rect): [string, ScriptedElement] => {
  return [`${parent === '/' ? '' : parent}/${role}`, { role: roleNumber(role), bounds, children: [], parent }];
};
const { accessibles } = scriptedAccessibles(
  new Map<string, ScriptedElement>([
    ['/frame', { role: roleNumber('frame'), bounds: rect(0, 0, 400, 300), children: [] }],
    element('combo box', '/frame', rect(10, 200, 100, 20)),
    element('list', '/frame/combo box', rect(11, 201, 120, 500)),
    element('list item', '/frame/combo box/list', rect(11, 224, 120, 23)),
    element('menu item', '/frame', rect(0, 0, 40, 20)),
    element('popup menu', '/frame/menu item', rect(0, 20, 200, 100)),
  ]),
);
/** At scale 2, the window at 100, 150. */
const around = { x: 200, y: 300, scale: 2 };
const places = (...popups: readonly Rect[]) =>
  MovedPopups.of(
    accessibles,
    ref('/frame'),
    {
      content: rect(100, 150, 400, 300),
      buffer: null,
      popups: popups.map((place) => ({ place, buffer: place })),
      scale: 2,
      shift: { x: 0, y: 0 },
    },
    around,
  );
const offsetIn = (parts: MovedPopups | null, path: string) => parts?.offsetOf(ref(`/frame/${path}`), signal) ?? null;

it('moves the content of a pop-up that the compositor moved, and nothing else', async () => {
  // Requested at 110, 350, where it would extend beyond the screen; it has a border.
  const parts = places(rect(110, 290, 122, 502));
  const moved = { ...around, y: around.y - 120 };
  for (const path of ['combo box/list', 'combo box/list/list item']) expect(await offsetIn(parts, path)).toEqual(moved);
  for (const path of ['combo box', 'menu item', 'menu item/popup menu']) expect(await offsetIn(parts, path)).toBeNull();
});

it('leaves pop-ups at their requested position, and closed ones, unchanged', async () => {
  expect(await offsetIn(places(rect(100, 170, 200, 100)), 'menu item/popup menu')).toBeNull();
  expect(places()).toBeNull();
});

it('of several pop-ups of equal size, takes the one at the requested position, else the nearest', async () => {
  const [elsewhere, right] = [rect(700, 500, 200, 100), rect(100, 170, 200, 100)];
  expect(await offsetIn(places(elsewhere, right), 'menu item/popup menu')).toBeNull();
  const near = rect(100, 120, 200, 100);
  const moved = { ...around, y: around.y - 100 };
  expect(await offsetIn(places(elsewhere, near), 'menu item/popup menu')).toEqual(moved);
});
