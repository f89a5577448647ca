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

it('an element that was not read is in what it is in, behind what was', () => {
  const path = graft(root, [root, sheet, far]);
  expect(path?.map(({ name }) => name)).toEqual(['Calc', 'Sums', 'B7']);
  expect(path?.[1]?.children).toEqual([first, far]);
  expect(path && pathTo(path[0], 'b7')).toEqual(path);
  expect(root.children?.[1]).toBe(sheet);
});

it('with what is around it, if that was not read either', () => {
  const page = called('page', node('Pane', 'Page'));
  expect(graft(root, [root, page, far])?.map(({ name }) => name)).toEqual(['Calc', 'Page', 'B7']);
});

it('in the place of what it was before', () => {
  const path = graft(root, [root, sheet, called('a1', node('DataItem', 'A1, changed'))]);
  expect(path?.[1]?.children?.map(({ name }) => name)).toEqual(['A1, changed']);
});

it('below what is known, if the app names other ancestors than those it showed', () => {
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

  it('in the place of the one that looks the same', () => {
    const path = graft(window, [...chain, { ...old, runtimeId: 'a1 again' }]);
    expect(path?.map(({ runtimeId }) => runtimeId)).toEqual(['root', 'sheet', 'a1 again']);
    expect(path?.[1]?.children).toHaveLength(1);
    expect(path?.[0].children).toHaveLength(1);
  });

  it('behind them where it looks like several, or is elsewhere', () => {
    const twice = { ...window, children: [{ ...table, children: [old, { ...old, runtimeId: 'a1 twin' }] }] };
    expect(graft(twice, [...chain, { ...old, runtimeId: 'a1 again' }])?.[1]?.children).toHaveLength(3);
    const below = { ...old, runtimeId: 'a2', bounds: { ...bounds, y: 20 } };
    expect(graft(window, [...chain, below])?.[1]?.children).toHaveLength(2);
  });
});

it('not in another window', () => expect(graft(root, [sheet, far])).toBeNull());

describe('menus that are open', () => {
  const rename = called('rename', node('MenuItem', 'Rename…'));
  const menu = called('popup menu', { ...node('Menu', ''), children: [rename] });
  const popup = called('popup', { ...node('Window', ''), children: [menu] });

  it('stand behind the rest, once', () => {
    const grown = graftMenus(root, [popup]);
    expect(pathTo(grown, 'rename')?.map(({ runtimeId }) => runtimeId)).toEqual([
      'root',
      'popup',
      'popup menu',
      'rename',
    ]);
    expect(graftMenus(grown, [popup])).toEqual(grown);
  });

  it('are as they were read where they are below what opens them', () => {
    const closed = { ...menu, children: [] };
    const window = { ...root, children: [called('button', { ...node('Button', 'Menu'), children: [closed] })] };
    const path = pathTo(graftMenus(window, [popup]), 'rename');
    expect(path?.map(({ runtimeId }) => runtimeId)).toEqual(['root', 'button', 'popup menu', 'rename']);
  });

  it('are nothing if none is open', () => {
    expect(graftMenus(root, [])).toBe(root);
  });
});
