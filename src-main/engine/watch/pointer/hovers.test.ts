import { beforeEach, expect, it } from 'vitest';
import type { ControlType } from '#contract/model/elements/element';
import { center, type Point, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../backend.ts';
import { node } from '../../testing/node.ts';
import { descend, pathTo } from '../../tree/walk.ts';
import { Hovers } from './hovers.ts';
import { nowhere, type Found } from '../found.ts';

const bounds = { x: 0, y: 0, width: 800, height: 600 };
const active = { id: '0x1', title: 'Page', bounds } as unknown as WindowInfo;

const box = (type: ControlType, name: string, place: Rect, ...children: RawNode[]) => ({
  ...node(type, name, children),
  bounds: place,
});
const rect = (x: number, y: number, width: number, height = 20): Rect => ({ x, y, width, height });
const hidden = (raw: RawNode): RawNode => ({
  ...raw,
  states: ['enabled'],
  children: raw.children?.map((child) => hidden(child)) ?? [],
});
const page = (...children: RawNode[]) => ({ ...node('Document', 'Page', children), bounds });

const goods = box('Hyperlink', 'Goods', rect(0, 0, 100));
const home = box('Hyperlink', 'Home', rect(200, 0, 100));
const saws = box('Group', '', rect(100, 20, 100, 40), box('Hyperlink', 'Saws', rect(100, 20, 100)));
const tools = box('Hyperlink', 'Tools', rect(0, 20, 100));
const flyout = (inner: RawNode) => box('Group', '', rect(0, 20, 100, 40), tools, inner);

const closed = page(goods, home, hidden(flyout(saws)));
const open = page(goods, home, flyout(hidden(saws)));
const wideOpen = page(goods, home, flyout(saws));

let hovers: Hovers;
let clock = 0;
const created = () => new Hovers(() => clock);
beforeEach(() => {
  hovers = created();
});

const pass = (ms: number) => {
  clock += ms;
};

function looked(root: RawNode, fresh = true): void {
  pass(150);
  hovers.looked({ ...reading(root), fresh, isUntouched: fresh });
}

const reading = (root: RawNode) => ({ stack: [active], active, root, focused: null, reporting: new Set<number>() });

/** The target of a press there in that tree. */
function found(root: RawNode, name: string): { readonly at: Point; readonly found: Promise<Found> } {
  const wanted = [...descend(root)].find((one) => one.name === name)!;
  const path = pathTo(root, wanted.runtimeId)!;
  return { at: center(wanted.bounds!), found: Promise.resolve({ ...nowhere, window: active, node: wanted, path }) };
}

function rest(root: RawNode, name: string): void {
  pass(50);
  const { at, found: there } = found(root, name);
  hovers.rested(at, there);
}

async function press(root: RawNode, name: string): Promise<string[]> {
  rest(root, name);
  const { at, found: there } = found(root, name);
  const { hovers: reported } = await hovers.pressed(at, there);
  return reported.map((one) => `${one.found.node!.name} for ${one.shows.node!.name}`);
}

it('a rest counts if the pressed element appeared by it', async () => {
  looked(closed);
  rest(closed, 'Home');
  rest(closed, 'Goods');
  looked(open);
  expect(await press(open, 'Tools')).toEqual(['Goods for Tools']);
});

it('nested fly-outs need both rests, and the desktop before them is reported', async () => {
  looked(closed);
  rest(closed, 'Goods');
  looked(open);
  rest(open, 'Tools');
  looked(wideOpen);
  rest(wideOpen, 'Saws');
  const { at, found: there } = found(wideOpen, 'Saws');
  const { hovers: reported, before } = await hovers.pressed(at, there);
  expect(reported.map((one) => one.found.node!.name)).toEqual(['Goods', 'Tools']);
  expect(before?.root).toBe(closed);
});

it('elements that were visible all along need no rest, wherever the pointer was', async () => {
  looked(closed);
  rest(closed, 'Goods');
  looked(open);
  expect(await press(open, 'Home')).toEqual([]);
});

it('elements that a press has opened need no rest, however late they appear', async () => {
  const beside = box('Hyperlink', 'News', rect(100, 0, 50));
  const [before, after] = [hidden(flyout(saws)), flyout(hidden(saws))].map((one) => page(goods, beside, one));
  looked(before!);
  expect(await press(before!, 'Goods')).toEqual([]);
  hovers.forget();
  looked(before!);
  rest(before!, 'News');
  looked(after!);
  expect(await press(after!, 'Tools')).toEqual([]);
});

it('elements that a rest opens near an earlier press need that rest, unless it was just before', async () => {
  const opened = async (ms: number) => {
    hovers = created();
    looked(closed);
    // Beside “Goods”, not on it.
    await hovers.pressed({ x: 130, y: 10 }, Promise.resolve({ ...nowhere, window: active }));
    pass(ms);
    looked(closed);
    rest(closed, 'Goods');
    looked(open);
    return press(open, 'Tools');
  };
  expect(await opened(5_000)).toEqual(['Goods for Tools']);
  expect(await opened(500)).toEqual([]);
});

it('a rest counts from its beginning, and not for elements that were there before it', async () => {
  looked(closed);
  rest(closed, 'Goods');
  looked(open);
  rest(open, 'Goods');
  expect(await press(open, 'Tools')).toEqual(['Goods for Tools']);
  hovers = created();
  looked(closed);
  looked(open);
  rest(open, 'Goods');
  expect(await press(open, 'Tools')).toEqual([]);
});

it('elements before the first reading need no rest', async () => {
  looked(closed, false);
  rest(closed, 'Goods');
  looked(open);
  expect(await press(open, 'Tools')).toEqual([]);
});

it('no rest explains elements that are elsewhere, appear much later, or cover the pointer', async () => {
  looked(closed);
  rest(closed, 'Home');
  looked(open);
  expect(await press(open, 'Tools')).toEqual([]);
  pass(5_000);
  hovers.forget();
  looked(closed);
  rest(closed, 'Goods');
  pass(5_000);
  looked(open);
  expect(await press(open, 'Tools')).toEqual([]);
  pass(5_000);
  hovers.forget();
  const covered = box('Button', 'Below', rect(10, 30, 50));
  looked(page(goods, home, hidden(flyout(saws)), covered));
  rest(page(goods, home, hidden(flyout(saws)), covered), 'Below');
  looked(page(goods, home, flyout(saws), covered));
  expect(await press(page(goods, home, flyout(saws), covered), 'Tools')).toEqual([]);
});

it('new rows beside a row are not opened by it', async () => {
  const rows = ['One', 'Two', 'Three'].map((name, index) => box('ListItem', name, rect(0, 20 * index, 100)));
  const list = (shown: number) => page(...rows.map((row, index) => (index < shown ? row : hidden(row))));
  looked(list(2));
  rest(list(2), 'Two');
  looked(list(3));
  expect(await press(list(3), 'Three')).toEqual([]);
});

it('an element that is visible only in the row under the pointer needs the rest on that row', async () => {
  const row = (button: RawNode) => page(box('ListItem', 'Letter', rect(0, 0, 300), button));
  const erase = box('Button', 'Delete', rect(250, 0, 40));
  looked(row(hidden(erase)));
  rest(row(hidden(erase)), 'Letter');
  looked(row(erase));
  expect(await press(row(erase), 'Delete')).toEqual(['Letter for Delete']);
});

it('elements that an app recreates under the pointer were there before', async () => {
  const again = page(box('Group', 'Other', rect(400, 400, 10)), goods, home);
  looked(page(goods, home));
  rest(page(goods, home), 'Goods');
  looked(again);
  expect(await press(again, 'Home')).toEqual([]);
});

it('a menu that opens beside an entry of another needs the rest on that entry, also soon after the press that opened the first', async () => {
  const entry = box('MenuItem', 'Arrange', rect(12, 12, 60));
  const bySize = box('MenuItem', 'By Size', rect(74, 12, 60));
  const first = page(home, box('Menu', '', rect(10, 10, 64, 24), entry));
  const both = page(home, box('Menu', '', rect(10, 10, 64, 24), entry), box('Menu', '', rect(74, 10, 64, 24), bySize));
  await hovers.pressed({ x: 9, y: 9 }, Promise.resolve({ ...nowhere, window: active }));
  const menusLooked = (root: RawNode) => {
    pass(150);
    hovers.menusLooked({ ...reading(root), fresh: false, isUntouched: true });
  };
  menusLooked(first);
  rest(first, 'Arrange');
  menusLooked(both);
  expect(await press(both, 'By Size')).toEqual(['Arrange for By Size']);
});

it('a menu that appears only after a reading was opened by the input before it, and its submenus need their rests', async () => {
  const entry = box('MenuItem', 'Arrange', rect(12, 12, 60));
  const bySize = box('MenuItem', 'By Size', rect(74, 12, 60));
  const menu = box('Menu', '', rect(10, 10, 64, 24), entry);
  const [first, both] = [page(home, menu), page(home, menu, box('Menu', '', rect(74, 10, 64, 24), bySize))];
  await hovers.pressed({ x: 9, y: 9 }, Promise.resolve({ ...nowhere, window: active }));
  looked(page(home));
  looked(first);
  rest(first, 'Arrange');
  looked(both);
  rest(both, 'By Size');
  const { at, found: there } = found(both, 'By Size');
  const { hovers: reported, before } = await hovers.pressed(at, there);
  expect(reported.map((one) => one.found.node!.name)).toEqual(['Arrange']);
  expect(before?.root).toBe(first);
  // The entry of the first menu needs no rest.
  hovers.forget();
  await hovers.pressed({ x: 9, y: 9 }, Promise.resolve({ ...nowhere, window: active }));
  looked(page(home));
  looked(first);
  expect(await press(first, 'Arrange')).toEqual([]);
});

it('a rest opens a submenu with all its entries, whichever of them a reading already had', async () => {
  const [peas, beans] = [box('MenuItem', 'Peas', rect(100, 0, 60)), box('MenuItem', 'Beans', rect(100, 20, 60))];
  const menu = (...entries: RawNode[]) => page(home, box('Menu', 'Seeds', rect(0, 0, 100), ...entries));
  const all = menu(peas, beans);
  looked(menu(hidden(peas), hidden(beans)));
  rest(all, 'Seeds');
  looked(menu(hidden(peas), beans));
  looked(all);
  rest(all, 'Peas');
  const { at, found: there } = found(all, 'Peas');
  const { hovers: reported } = await hovers.pressed(at, there);
  expect(reported.map(({ opened }) => opened.map(({ name }) => name))).toEqual([['Peas', 'Beans']]);
});

it('an entry of a submenu needs the rest on the entry that has it, even if no reading was in time', async () => {
  const entry = box('MenuItem', 'Empty File', rect(100, 20, 60));
  const inner = box('Menu', 'Document', rect(0, 20, 100), entry);
  const outer = box('Menu', 'Create', rect(0, 0, 60), inner, box('MenuItem', 'Folder', rect(0, 40, 100)));
  const open = page(home, box('Menu', '', rect(0, 0, 200, 100), outer));
  const pressAfter = async (before: Point, ...rested: readonly string[]) => {
    hovers = created();
    await hovers.pressed(before, Promise.resolve({ ...nowhere, window: active }));
    for (const name of rested) rest(open, name);
    looked(open);
    return press(open, 'Empty File');
  };
  expect(await pressAfter({ x: 300, y: 300 }, 'Create', 'Document')).toEqual([
    'Create for Document',
    'Document for Empty File',
  ]);
  // A press opened the first.
  expect(await pressAfter({ x: 30, y: 10 }, 'Create', 'Document')).toEqual(['Document for Empty File']);
  expect(await pressAfter({ x: 30, y: 30 }, 'Document')).toEqual([]);
  expect(await pressAfter({ x: 300, y: 300 }, 'Folder')).toEqual([]);
});

it('the time to identify the pressed element does not count as rest', async () => {
  looked(closed);
  rest(closed, 'Goods');
  pass(1_000);
  const { at, found: there } = found(open, 'Tools');
  const late = there.then((one) => {
    pass(3_000);
    return one;
  });
  const { hovers: reported } = await hovers.pressed(at, late);
  expect(reported.map((one) => one.found.node!.name)).toEqual(['Goods']);
});
