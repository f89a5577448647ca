import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sleep } from '../../../base/async/deadline.ts';
import { createLog } from '../../../base/log.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { soon } from '../../testing/outcome.ts';
import { createFakeEngine, type FakeEngine } from '../../testing/fake-engine.ts';
import { node } from '../../testing/node.ts';
import { graftMenus } from '../../tree/graft.ts';
import { pathTo } from '../../tree/walk.ts';
import { startLiveTree, type LiveTree } from './live-tree.ts';
import type { LiveView } from './earlier-views.ts';

let desk: FakeEngine;
let liveTree: LiveTree;
let disturbed: number;
let menusRead: LiveView[];
let onMenus: () => void;

beforeEach(async () => {
  desk = await createFakeEngine();
  const { backend } = desk;
  const context = { backend, own: { ids: new Set() }, log: createLog('test') } as unknown as EngineContext;
  disturbed = 0;
  menusRead = [];
  onMenus = () => undefined;
  liveTree = startLiveTree(context, {
    looked: () => undefined,
    menusLooked: (view) => {
      menusRead.push(view);
      onMenus();
    },
    disturbed: () => (disturbed += 1),
    pointer: () => null,
  });
  await becomesFresh();
});
afterEach(async () => {
  liveTree.dispose();
  await desk.engine.close();
});

const becomesFresh = () => vi.waitFor(() => expect(liveTree.view().fresh).toBe(true), soon);

test('announcements of known changes leave it current', async () => {
  for (let frame = 0; frame < 10; frame++) {
    desk.backend.desktop.changed();
    await sleep(16);
  }
  expect([disturbed, liveTree.view().fresh]).toEqual([0, true]);
});

test('a title change hints that its window may have changed', async () => {
  const { desktop } = desk.backend;
  desktop.windows[0]!.title = 'Another';
  desktop.changed();
  await vi.waitFor(() => expect(disturbed).toBe(1), soon);
  await becomesFresh();
  expect(liveTree.view().stack[0]?.title).toBe('Another');
});

test('after input, any announcement may be a reaction', () => {
  liveTree.disturb();
  desk.backend.desktop.changed();
  expect(disturbed).toBe(2);
});

test('input that is received late belongs to the window that was active then, however late that is known', async () => {
  const { desktop, faults } = desk.backend;
  const form = desktop.window((await desk.window('Form')).id);
  const before = performance.now();
  faults.set('slow', 'list', 1);
  desktop.activate(form);
  await sleep(50);
  const meanwhile = performance.now();
  await vi.waitFor(() => expect(liveTree.view().active?.title).toBe('Form'), soon);
  expect(liveTree.view(before).active?.title).not.toBe('Form');
  expect(liveTree.view(meanwhile).active?.title).toBe('Form');
});

test('a menu that opens is known before the window is read again', async () => {
  const { elements } = desk.backend;
  const item = { ...node('MenuItem', 'Rename…'), runtimeId: 'item' };
  const menu = { ...node('Menu', ''), runtimeId: 'menu', children: [item] };
  let opens = 2;
  Object.assign(elements, {
    openMenus: () => Promise.resolve(--opens > 0 ? [] : [{ ...menu, runtimeId: 'popup', children: [menu] }]),
  });
  const walk = elements.walk.bind(elements);
  vi.spyOn(elements, 'walk').mockImplementation(async (...input) => {
    await sleep(1_500);
    return walk(...input);
  });
  liveTree.disturb();
  await vi.waitFor(() => expect(liveTree.view().root && pathTo(liveTree.view().root!, 'item')).toBeTruthy(), {
    timeout: 1_000,
  });
  expect(liveTree.view()).toMatchObject({ fresh: false, isUntouched: true });
  liveTree.disturb();
  expect(liveTree.view().isUntouched).toBe(false);
});

test('a submenu under the resting pointer is known before the window is read again', async () => {
  const { elements } = desk.backend;
  const menuWith = (id: string) => {
    const item = { ...node('MenuItem', id), runtimeId: `${id} item` };
    return {
      ...node('Pane', ''),
      runtimeId: id,
      children: [{ ...node('Menu', ''), runtimeId: `${id} menu`, children: [item] }],
    };
  };
  let open = [menuWith('first')];
  Object.assign(elements, { openMenus: () => Promise.resolve(open) });
  const walk = elements.walk.bind(elements);
  vi.spyOn(elements, 'walk').mockImplementation(async (...input) => {
    await sleep(3_000);
    return walk(...input);
  });
  const has = ({ root }: LiveView, id: string) => root !== null && pathTo(root, id) !== null;
  liveTree.disturb();
  await vi.waitFor(() => expect(has(liveTree.view(), 'first item')).toBe(true), { timeout: 2_000 });
  open = [...open, menuWith('second')];
  liveTree.rest();
  await vi.waitFor(() => expect(has(liveTree.view(), 'second item')).toBe(true), { timeout: 2_000 });
  expect(menusRead.map((view) => has(view, 'second item'))).toContain(false);
  expect(menusRead.map((view) => has(view, 'second item'))).toContain(true);
});

/** A desktop with one menu, which is also in the window's tree while it is open, as in real apps. */
function withMenu(walkMs = 0) {
  const { elements } = desk.backend;
  const item = { ...node('MenuItem', 'Rename…'), runtimeId: 'item' };
  const menu = { ...node('Menu', ''), runtimeId: 'menu', children: [item] };
  let open = false;
  const shown = () => (open ? [{ ...menu, runtimeId: 'popup', children: [menu] }] : []);
  Object.assign(elements, { openMenus: () => Promise.resolve(shown()) });
  const walk = elements.walk.bind(elements);
  vi.spyOn(elements, 'walk').mockImplementation(async (...input) => {
    const tree = await walk(...input);
    const read = { ...tree, root: graftMenus(tree.root, shown()) };
    await sleep(walkMs);
    return read;
  });
  return {
    set: (isOpen: boolean) => (open = isOpen),
    isIn: ({ root }: LiveView) => root !== null && pathTo(root, 'item') !== null,
  };
}

test('a menu that closed unasked is forgotten once the window is read', async () => {
  const menu = withMenu();
  menu.set(true);
  onMenus = () => menu.set(false);
  liveTree.disturb();
  await vi.waitFor(() => expect(menusRead.map(menu.isIn)).toContain(true), soon);
  await vi.waitFor(() => expect(menu.isIn(liveTree.view())).toBe(false), soon);
  expect(liveTree.view().isUntouched).toBe(true);
});

test('a menu that closed while the window was read is forgotten, though nothing announces it', async () => {
  const menu = withMenu(400);
  liveTree.disturb();
  await sleep(150);
  menu.set(true);
  await vi.waitFor(() => expect(menu.isIn(liveTree.view())).toBe(true), soon);
  menu.set(false);
  await vi.waitFor(() => expect(menu.isIn(liveTree.view())).toBe(false), { ...soon, timeout: 4_000 });
});
