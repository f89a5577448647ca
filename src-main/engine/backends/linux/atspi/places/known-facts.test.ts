import { beforeEach, expect, it } from 'vitest';
import { scriptedAccessibles, scriptedBus } from '../../testing/scripted-accessibles.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { DrawnParts } from './drawn-parts.ts';
import { SwingMenus } from './swing-menus.ts';
import { noOffset, type Known } from './offset.ts';

const { signal } = new AbortController();
const ref = (path: string) => ({ bus: scriptedBus, path });
const place = { x: 0, y: 0, width: 1, height: 1 };
const { accessibles, asked } = scriptedAccessibles(
  new Map([['/menu', { role: roleNumber('menu'), bounds: place, children: [] }]]),
);
beforeEach(() => void (asked.length = 0));

function known(role: string, parent: string, attributes: Readonly<Record<string, string>> = {}): Known {
  return { role: roleNumber(role), parent: ref(parent), attributes: new Map(Object.entries(attributes)) };
}

it('queries nothing about app-drawn elements with known properties', async () => {
  const parts = await DrawnParts.of(accessibles, ref('/frame'), signal);
  asked.length = 0;
  const offset = (path: string, facts: Known) => parts.offsetOf(ref(path), signal, facts);
  expect(await offset('/root', known('root pane', '/frame'))).toMatchObject(noOffset);
  expect(await offset('/table', known('table', '/root'))).toMatchObject(noOffset);
  expect(await offset('/cell', known('table cell', '/table'))).toMatchObject(noOffset);
  expect(await offset('/button', known('push button', '/table', { toolkit: 'gtk' }))).toBeNull();
  expect(asked).toEqual([]);
});

it('notices that app-drawn content has another offset than before', async () => {
  const at = (y: number) => ({ x: 0, y, width: 100, height: 100 });
  const [frame, root] = [
    { role: roleNumber('frame'), bounds: at(20), children: ['/root'] },
    { role: roleNumber('root pane'), bounds: at(0), children: [] as string[] },
  ];
  const app = scriptedAccessibles(
    new Map([
      ['/frame', frame],
      ['/root', root],
    ]),
  );
  const parts = await DrawnParts.of(app.accessibles, ref('/frame'), signal);
  expect(await parts.offsetOf(ref('/root'), signal)).toMatchObject({ x: 0, y: 20 });
  expect(await parts.holds(signal)).toBe(true);
  root.bounds = at(20);
  expect(await parts.holds(signal)).toBe(false);
});

it('queries a Swing menu once, however many items it contains', async () => {
  const menus = new SwingMenus(accessibles, ref('/app'), noOffset);
  const items = Array.from({ length: 40 }, (_, index) => ref(`/item${index}`));
  await Promise.all(items.map((item) => menus.offsetOf(item, signal, known('menu item', '/menu'))));
  expect(asked.filter((each) => each === '/menu GetRole')).toHaveLength(1);
  expect(asked.filter((each) => each.startsWith('/item'))).toEqual([]);
});
