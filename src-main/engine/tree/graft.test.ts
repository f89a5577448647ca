import { describe, expect, it } from 'vitest';
import type { RawNode } from '../backend.ts';
import { node } from '../testing/node.ts';
import { graft, graftMenus } from './graft.ts';
import { pathTo } from './walk.ts';

const called = (runtimeId: string, raw: RawNode): RawNode => ({ ...raw, runtimeId });
const first = called('a1', node('DataItem', 'A1'));
const sheet = called('sheet', { ...node('Table', 'Sums'), children: [first], childCount: 1_000_000 });
const root = called('root', { ...node('Window', 'Calc'), children: [called('menu', node('MenuBar', '')), sheet] });
const far = called('b7', node('DataItem', 'B7'));

it('an unread element is put into its parent, after the nodes that were read', () => {
  const path = graft(root, [root, sheet, far]);
  expect(path?.map(({ name }) => name)).toEqual(['Calc', 'Sums', 'B7']);
  expect(path?.[1]?.children).toEqual([first, far]);
  expect(path && pathTo(path[0], 'b7')).toEqual(path);
  expect(root.children?.[1]).toBe(sheet);
});

it('with its ancestors, if those were not read either', () => {
  const page = called('page', node('Pane', 'Page'));
  expect(graft(root, [root, page, far])?.map(({ name }) => name)).toEqual(['Calc', 'Page', 'B7']);
});

it('replaces its earlier version', () => {
  const path = graft(root, [root, sheet, called('a1', node('DataItem', 'A1, changed'))]);
  expect(path?.[1]?.children?.map(({ name }) => name)).toEqual(['A1, changed']);
});

it('goes below the last known ancestor if the app reports other ancestors than before', () => {
  const between = called('between', { ...node('Pane', ''), children: [sheet], childCount: 1 });
  const outer = { ...root, children: [between] };
  const path = graft(outer, [outer, called('shortcut', node('Pane', 'Shortcut')), sheet, far]);
  expect(path?.map(({ runtimeId }) => runtimeId)).toEqual(['root', 'between', 'sheet', 'b7']);
  expect(path && pathTo(path[0], 'b7')).toEqual(path);
});

describe('if the app recreated elements', () => {
  const bounds = { x: 0, y: 0, width: 80, height: 20 };
  const old = { ...first, bounds };
  const table = { ...sheet, bounds, children: [old] };
  const window = { ...root, children: [table] };
  const chain = [window, { ...table, runtimeId: 'sheet again', children: [] }];

  it('replaces the one that looks the same', () => {
    const path = graft(window, [...chain, { ...old, runtimeId: 'a1 again' }]);
    expect(path?.map(({ runtimeId }) => runtimeId)).toEqual(['root', 'sheet', 'a1 again']);
    expect(path?.[1]?.children).toHaveLength(1);
    expect(path?.[0].children).toHaveLength(1);
  });

  it('goes after them if it looks like several, or is elsewhere', () => {
    const twice = { ...window, children: [{ ...table, children: [old, { ...old, runtimeId: 'a1 twin' }] }] };
    expect(graft(twice, [...chain, { ...old, runtimeId: 'a1 again' }])?.[1]?.children).toHaveLength(3);
    const below = { ...old, runtimeId: 'a2', bounds: { ...bounds, y: 20 } };
    expect(graft(window, [...chain, below])?.[1]?.children).toHaveLength(2);
  });
});

it('not in another window', () => expect(graft(root, [sheet, far])).toBeNull());

describe('open menus', () => {
  const rename = called('rename', node('MenuItem', 'Rename…'));
  const menu = called('popup menu', { ...node('Menu', ''), children: [rename] });
  const popup = called('popup', { ...node('Window', ''), children: [menu] });

  it('come after the rest, once', () => {
    const grown = graftMenus(root, [popup]);
    expect(pathTo(grown, 'rename')?.map(({ runtimeId }) => runtimeId)).toEqual([
      'root',
      'popup',
      'popup menu',
      'rename',
    ]);
    expect(graftMenus(grown, [popup])).toEqual(grown);
  });

  it('replace their earlier version below the element that opens them', () => {
    const closed = { ...menu, children: [] };
    const window = { ...root, children: [called('button', { ...node('Button', 'Menu'), children: [closed] })] };
    const path = pathTo(graftMenus(window, [popup]), 'rename');
    expect(path?.map(({ runtimeId }) => runtimeId)).toEqual(['root', 'button', 'popup menu', 'rename']);
  });

  it('are nothing if none is open', () => {
    expect(graftMenus(root, [])).toBe(root);
  });
});
