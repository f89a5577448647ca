import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import type { Frame } from '../frames/frame.ts';
import { noOffset } from '../places/offset.ts';
import { readPage } from '../reading/page.ts';
import { qt } from '../toolkits/qt.ts';
import { rootPath } from '../vocabulary/names.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { stateBit, type StateSet } from '../vocabulary/states.ts';
import { popupInTheWay, shownHit } from './cut-off.ts';

const window: Rect = { x: 0, y: 0, width: 600, height: 400 };
const { signal } = new AbortController();
const shown: StateSet = [(1 << stateBit.visible) | (1 << stateBit.showing), 0];
const unseen: StateSet = [0, 0];

type Line = readonly [path: string, parent: string, role: string, bounds: Rect, states?: StateSet];

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

/** A Qt Quick window with these elements. */
function quick(lines: readonly Line[]) {
  const all: readonly Line[] = [['/window', rootPath, 'frame', window], ...lines];
  const table = new Map<string, ScriptedElement>();
  for (const [path, parent, role, bounds, states = shown] of all) {
    const children = all.filter((line) => line[1] === path).map(([child]) => child);
    table.set(path, { name: path.slice(1), role: roleNumber(role), bounds, states, children, parent });
  }
  const frame: Frame = {
    ref: { bus: scriptedBus, path: '/window' },
    app: { bus: scriptedBus, path: rootPath },
    toolkit: qt,
    title: 'Quick',
    offset: noOffset,
    parts: null,
    place: window,
    isGuess: false,
  };
  const { accessibles } = scriptedAccessibles(table);
  const ref = (path: string) => ({ bus: scriptedBus, path });
  return {
    hit: async (path: string, x: number, y: number) =>
      (await shownHit(accessibles, frame, ref(path), { x, y }, signal)).path,
    inTheWay: async (path: string) => (await popupInTheWay(accessibles, frame, ref(path), signal))?.path ?? null,
    sightOf: async (parent: string) => {
      const rows = await readPage(accessibles, frame, ref(parent), { offset: 0, limit: 10 }, signal);
      return rows.map(({ name, states }) => `${name} ${states.includes('visible') ? 'shows' : states.join(' ')}`);
    },
  };
}

const list: readonly Line[] = [
  ['/list', '/window', 'frame', rect(100, 100, 180, 120)],
  ['/first', '/list', 'list item', rect(110, 110, 160, 40)],
  ['/last', '/list', 'list item', rect(110, 300, 160, 40)],
  ['/beyond', '/list', 'list item', rect(110, 700, 160, 40), unseen],
  ['/hidden', '/list', 'list item', rect(110, 120, 160, 40), unseen],
];

it('does not hit elements clipped by a frame, even if the app returns them', async () => {
  const { hit } = quick(list);
  expect(await hit('/first', 150, 130)).toBe('/first');
  expect(await hit('/last', 150, 320)).toBe('/window');
});

it('treats clipped elements as off-screen, even beyond the window, but not hidden ones', async () => {
  const { sightOf } = quick(list);
  expect(await sightOf('/list')).toEqual(['first shows', 'last offscreen', 'beyond offscreen', 'hidden ']);
});

it('hits the list of a combo box, which opens outside the frame of the combo box', async () => {
  const { hit } = quick([
    ['/pane', '/window', 'panel', rect(100, 100, 200, 50)],
    ['/combo', '/pane', 'combo box', rect(110, 110, 100, 30)],
    ['/options', '/combo', 'list', rect(110, 140, 100, 200)],
    ['/option', '/options', 'list item', rect(110, 300, 100, 30)],
  ]);
  expect(await hit('/option', 150, 310)).toBe('/option');
});

const button: Line = ['/button', '/window', 'push button', rect(20, 20, 80, 30)];
const dialog: Line = ['/dialog', '/window', 'dialog', rect(200, 150, 200, 100)];

it('treats an open popup as obscuring its surroundings, but not its content', async () => {
  const inside: Line = ['/yes', '/dialog', 'push button', rect(210, 200, 60, 30)];
  const { inTheWay } = quick([button, dialog, inside]);
  expect(await inTheWay('/button')).toBe('/dialog');
  expect(await inTheWay('/yes')).toBe(null);
  const closed = quick([button, ['/dialog', '/window', 'dialog', rect(200, 150, 200, 100), unseen]]);
  expect(await closed.inTheWay('/button')).toBe(null);
});

it('treats a drawer at the edge as obscuring only if it covers something', async () => {
  const drawer: Line = ['/drawer', '/window', 'dialog', rect(0, 0, 150, 400)];
  const beside: Line = ['/beside', '/window', 'push button', rect(200, 20, 80, 30)];
  expect(await quick([beside, drawer]).inTheWay('/beside')).toBe(null);
  expect(await quick([button, beside, drawer]).inTheWay('/beside')).toBe('/drawer');
});

it('treats a panel over a page as obscuring the page', async () => {
  const page: Line = ['/page', '/window', 'filler', window];
  const onPage: Line = ['/on', '/page', 'push button', rect(20, 20, 80, 30)];
  const sheet: Line = ['/sheet', '/window', 'panel', rect(200, 150, 200, 100)];
  expect(await quick([page, onPage, sheet]).inTheWay('/on')).toBe('/sheet');
  expect(await quick([button, sheet]).inTheWay('/button')).toBe(null);
});
