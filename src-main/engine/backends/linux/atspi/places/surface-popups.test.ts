import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { Surface } from '../../window-system.ts';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import type { ToolkitName } from '../toolkits/toolkit.ts';
import { SurfacePopups } from './surface-popups.ts';

const { signal } = new AbortController();
const ref = (path: string) => ({ bus: scriptedBus, path });
const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const element = (role: string, parent: string, bounds = rect(0, 0, 9, 9)): [string, ScriptedElement] => {
  return [`${parent === '/' ? '' : parent}/${role}`, { role: roleNumber(role), bounds, children: [], parent }];
};
const elements = new Map<string, ScriptedElement>([
  ['/frame', { role: roleNumber('frame'), bounds: rect(0, 0, 400, 300), children: [] }],
  element('menu bar', '/frame'),
  element('menu', '/frame/menu bar'),
  element('menu item', '/frame/menu bar/menu'),
  element('combo box', '/frame'),
  element('menu', '/frame/combo box', rect(10, 20, 100, 60)),
  element('menu item', '/frame/combo box/menu', rect(10, 20, 100, 30)),
]);
const surface: Surface = {
  content: rect(100, 200, 400, 300),
  buffer: null,
  popups: 'unknown',
  scale: 2,
  shift: { x: 0, y: 0 },
};

const around = { x: 200, y: 400, scale: 2 };
const placesIn = (toolkit: ToolkitName, popups: Surface['popups']) => {
  const { accessibles } = scriptedAccessibles(elements);
  const parts = SurfacePopups.of(accessibles, toolkit, ref('/frame'), { ...surface, popups }, around);
  return (path: string) => parts?.offsetOf(ref(`/frame/${path}`), signal) ?? null;
};

it('gives menu content no bounds without pop-up reports, but keeps those of the entry that opens the menu', async () => {
  const offset = placesIn('libreoffice', 'unknown');
  expect(await offset('menu bar/menu')).toBeNull();
  expect(await offset('combo box')).toBeNull();
  for (const path of ['menu bar/menu/menu item', 'combo box/menu', 'combo box/menu/menu item'])
    expect(await offset(path)).toBe('nowhere');
});

it('uses the origin of the open pop-up, and none if it is closed', async () => {
  const popup = { place: rect(150, 250, 100, 60), buffer: rect(145, 245, 110, 70) };
  expect(await placesIn('gtk4', [popup])('combo box/menu/menu item')).toEqual({ x: 280, y: 460, scale: 2 });
  const inGtk3 = placesIn('gtk3', [popup]);
  const ofList = await inGtk3('combo box/menu');
  expect(ofList).not.toBe('nowhere');
  expect(await inGtk3('combo box/menu/menu item')).toEqual(ofList);
  expect(await placesIn('gtk3', [])('menu bar/menu/menu item')).toBe('nowhere');
});

it('recognises a GTK 4 popover by its layer, which 4.18 reports', async () => {
  const [popover, button] = ['/frame/popover', '/frame/popover/button'];
  elements.set(popover, {
    role: roleNumber('panel'),
    bounds: rect(64, 32, 100, 60),
    children: [button],
    parent: '/frame',
    answers: { GetLayer: 5 },
  });
  elements.set(button, {
    role: roleNumber('push button'),
    bounds: rect(67, 46, 74, 34),
    children: [],
    parent: popover,
  });
  const popup = { place: rect(150, 250, 100, 60), buffer: rect(145, 245, 110, 70) };
  expect(await placesIn('gtk4', [popup])('popover/button')).toEqual({ x: 172, y: 436, scale: 2 });
  expect(await placesIn('gtk4', [])('popover/button')).toBeNull();
});

it('without pop-up reports, uses window-relative positions in GTK 3, minus the shadow', async () => {
  const [entry, item] = ['/frame/menu bar/menu', '/frame/menu bar/menu/menu item'];
  const open = (inWindow: Rect) => {
    elements.set(entry, { ...elements.get(entry)!, children: [item] });
    elements.set(item, { ...elements.get(item)!, inWindow });
    return placesIn('gtk3', 'unknown');
  };
  expect(await open(rect(6, 5, 100, 30))('menu bar/menu/menu item')).toEqual({ x: 188, y: 390, scale: 2 });
  expect(await open(rect(6, 5, 100, 30))('menu bar/menu')).toBeNull();
  for (const unlike of [rect(6, -80, 100, 30), rect(0, 0, 0, 0), rect(150, 26, 100, 30)])
    expect(await open(unlike)('menu bar/menu/menu item')).toBe('nowhere');
});

it.each(['qt', 'chromium', 'gecko'] as const)('leaves window-relative pop-ups unchanged, as in %s', async (toolkit) => {
  const popup = { place: rect(150, 250, 100, 60), buffer: rect(145, 245, 110, 70) };
  for (const popups of ['unknown', [popup]] as const)
    expect(await placesIn(toolkit, popups)('combo box/menu/menu item')).toBeNull();
});
