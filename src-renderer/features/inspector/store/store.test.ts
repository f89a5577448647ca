import { describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#contract/api';
import { AppError, toWire } from '#contract/errors';
import type { ElementDetails, ElementId, TreeNode, TreeView } from '#contract/model/elements/element';
import { noFacts } from '#contract/model/elements/element-facts';
import type { RankedSelector } from '#contract/model/elements/selector';
import type { WindowInfo } from '#contract/model/windows/window';
import type { TreeLook } from '#contract/model/elements/tree-look';
import type { Services } from '../../../bridge/services.ts';
import { testServices } from '../../../bridge/test-services.ts';
import { createInspectorStore } from './store.ts';
import { bare, idOf, node, testWindow } from './test-tree.ts';

const deep = node('a', [node('a1', [node('a11')])]);
const shallow = node('root', [{ ...bare(deep) }, node('b')]);
const children: Record<string, readonly TreeNode[]> = {
  [idOf('a')]: [node('a1', null)],
  [idOf('a1')]: [node('a11')],
};

function details(id: ElementId): ElementDetails {
  const window = { id: '0x1' as const, title: 'Test', app: 'test', processId: 1 };
  return { ...bare(node('x')), ...noFacts, id, runtimeId: 'x', patterns: [], actions: [], properties: {}, window };
}

const info = { window: '0x1', nodeCount: 3, truncated: 'depth', elapsedMs: 1, diagnosis: null } as const;

/** A full answer of `tree.follow`. */
function lookAt(tree: TreeNode, more: Partial<TreeLook> = {}): TreeLook {
  const moment = { sequence: 1, at: Date.now(), window: testWindow, info, settled: true } as const;
  return { ...moment, tree, diff: null, picture: null, pictureError: null, ...more };
}

function setUp(more: Partial<ApiClient> = {}) {
  const services = testServices({
    'tree.follow': () => Promise.resolve(lookAt(shallow)),
    'tree.children': ({ element }) => Promise.resolve((children[element] ?? []).map(bare)),
    'tree.ancestors': () =>
      Promise.resolve([shallow, deep, children[idOf('a')]?.[0]].flatMap((n) => (n ? [bare(n)] : []))),
    'element.details': ({ element }) => Promise.resolve(details(element)),
    'element.selectors': () => Promise.resolve([]),
    'picture.capture': () => Promise.reject(new AppError('unsupported_platform')),
    'highlight.show': () => Promise.resolve(),
    'highlight.hide': () => Promise.resolve(),
    ...more,
  } satisfies Partial<Services['client']>);
  const store = createInspectorStore(services);
  return { services, store, state: () => store.getState() };
}

describe('a search', () => {
  it('asks a busy app again, and reports that it is busy meanwhile', async () => {
    let answers = 0;
    const found = { matches: [bare(node('b'))], total: 1, byPlace: false, scanned: 3, truncated: false, elapsedMs: 1 };
    const { state, store } = setUp({
      'tree.search': () => {
        answers += 1;
        return answers < 3 ? Promise.reject(new AppError('target_not_responding')) : Promise.resolve(found);
      },
    });
    const busy: boolean[] = [];
    store.subscribe(({ searchBusy }, before) => searchBusy !== before.searchBusy && busy.push(searchBusy));
    await state().open(testWindow);
    state().search('b');
    await vi.waitFor(() => expect(state().found?.total).toBe(1), { timeout: 10_000 });
    expect(state().searchError).toBeNull();
    expect([answers, busy]).toEqual([3, [true, false]]);
  });

  it('opens the first match of what is typed, also before it was searched for', async () => {
    const { state, store } = setUp({
      'tree.search': ({ text }) =>
        Promise.resolve({ matches: [bare(node(text)), bare(node('z'))], total: 2, elapsedMs: 1 } as never),
    });
    const revealed: string[] = [];
    store.setState({ reveal: (element) => Promise.resolve(void revealed.push(element)) });
    await state().open(testWindow);
    state().search('a');
    await vi.waitFor(() => expect(state().found?.total).toBe(2));
    state().search('b');
    await state().openFirst();
    expect(revealed).toEqual([idOf('b')]);
    expect(state().searchText).toBe('');
    await state().openFirst();
    expect(revealed).toHaveLength(1);
  });

  it('does not retry after another failure', async () => {
    const search = vi.fn(() => Promise.reject(new AppError('window_not_found')));
    const { state } = setUp({ 'tree.search': search });
    await state().open(testWindow);
    state().search('b');
    await vi.waitFor(() => expect(state().searchError).toMatchObject({ code: 'window_not_found' }), {
      timeout: 10_000,
    });
    expect(search).toHaveBeenCalledOnce();
  });
});

describe('the inspector', () => {
  it('shows an element that the view omits in the raw view, and the next window in the chosen one', async () => {
    const read = vi.fn(({ view }: { view?: TreeView | undefined }) => {
      const root = node('root', view === 'raw' ? [node('hidden')] : []);
      return Promise.resolve(lookAt(root));
    });
    const { state, services } = setUp({ 'tree.follow': read, 'tree.ancestors': () => Promise.resolve([]) });
    await state().open(testWindow);
    expect(state().view).toBe('control');
    await state().reveal(idOf('hidden'));
    expect(state()).toMatchObject({ view: 'raw', selected: idOf('hidden') });
    expect(services.notified).toHaveLength(1);
    await state().open({ ...testWindow, id: '0x2' });
    expect(state().view).toBe('control');
  });

  it('keeps its view for an element newer than the tree', async () => {
    const trees = [node('root'), node('root', [node('late')])];
    const { state, services } = setUp({
      'tree.follow': () => Promise.resolve(lookAt(trees.shift() ?? node('root', [node('late')]))),
      'tree.ancestors': () => Promise.resolve([]),
    });
    await state().open(testWindow);
    await state().reveal(idOf('late'));
    expect(state()).toMatchObject({ view: 'control', selected: idOf('late') });
    expect(services.notified).toEqual([]);
  });

  it('keeps the details of a removed element when it is selected again', async () => {
    const answer = vi.fn(({ element }: { element: ElementId }) => Promise.resolve(details(element)));
    const find = () =>
      Promise.resolve({ matches: [], total: 0, byPlace: false, scanned: 1, truncated: false, elapsedMs: 1 });
    const selector = { selector: 'name="x"', kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 1 } as const;
    const rank = vi.fn((): Promise<RankedSelector[]> => Promise.resolve([])).mockResolvedValueOnce([selector]);
    const { state } = setUp({ 'element.details': answer, 'element.find': find, 'element.selectors': rank });
    await state().open(testWindow);
    await state().select(idOf('x'));
    answer.mockRejectedValueOnce(new AppError('element_stale'));
    await state().select(idOf('x'));
    expect(state().elementError).toBeNull();
    expect(state().details?.id).toBe(idOf('x'));
    expect(state().goneAt).not.toBeNull();
    expect(rank).toHaveBeenCalledTimes(2);
    expect(state().selectors).toEqual([selector]);
  });

  it('reads a window’s tree and expands a screenful', async () => {
    const { state } = setUp();
    await state().open(testWindow);
    expect(state().treeProgress).toBe('ready');
    expect([...state().expanded]).toEqual([idOf('root'), idOf('a'), idOf('a1')]);
  });

  it('does not expand a tree beyond a screenful', async () => {
    const many = Array.from({ length: 30 }, (_, i) => node(`row ${i}`, null));
    const read = vi.fn(() => Promise.resolve([]));
    const { state } = setUp({
      'tree.follow': () => Promise.resolve(lookAt(node('root', many))),
      'tree.children': read,
    });
    await state().open(testWindow);
    expect(state().expanded.size).toBe(1);
    expect(read).not.toHaveBeenCalled();
  });

  it('reads children once, when a node is expanded', async () => {
    const read = vi.fn(({ element }: { element: ElementId }) => Promise.resolve((children[element] ?? []).map(bare)));
    const { state } = setUp({ 'tree.children': read });
    await state().open(testWindow);
    await state().toggle(idOf('a'), false);
    await state().toggle(idOf('a'), true);
    expect(state().entries.get(idOf('a'))?.children).toEqual([idOf('a1')]);
    expect(read.mock.calls.filter(([{ element }]) => element === idOf('a'))).toHaveLength(1);
  });

  it('reveals an element that was not read yet', async () => {
    const { state } = setUp();
    await state().open(testWindow);
    await state().reveal(idOf('a11'));
    expect(state().selected).toBe(idOf('a11'));
    expect([...state().expanded]).toEqual([idOf('root'), idOf('a'), idOf('a1')]);
    expect(state().entries.has(idOf('a11'))).toBe(true);
  });

  it('keeps expanded nodes when the tree is read again', async () => {
    const { state } = setUp();
    await state().open(testWindow);
    await state().toggle(idOf('a'), true);
    await state().refresh();
    expect(state().entries.get(idOf('a'))?.children).toEqual([idOf('a1')]);
  });

  it('drops the answer for a window that is no longer inspected', async () => {
    let answer: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const late = setUp({ 'tree.follow': () => slow.then(() => lookAt(shallow)) });
    const opening = late.state().open(testWindow);
    void late.state().open(null);
    answer();
    await opening;
    expect(late.state().entries.size).toBe(0);
    expect(late.state().window).toBeNull();
  });

  it('forgets a tried selector with its element, but not when one of its matches is selected', async () => {
    const found = { window: '0x1', matches: [bare(node('b'))], total: 1, near: [] } as const;
    const { state } = setUp({ 'element.try': () => Promise.resolve(found) });
    await state().open(testWindow);
    state().setTrialText('role=Edit');
    await state().trySelector('role=Edit');
    await state().select(idOf('b'));
    expect(state().trialText).toBe('role=Edit');
    await state().select(idOf('a'));
    expect(state().trialText).toBe('');
  });

  it('forgets a selector tried on another window', async () => {
    const hidden = vi.fn(() => Promise.resolve());
    const found = { window: testWindow.id, matches: [bare(node('b'))], total: 1, near: [] };
    const { state } = setUp({ 'element.try': () => Promise.resolve(found), 'highlight.hide': hidden });
    await state().open(testWindow);
    state().setTrialText('role=Edit');
    await state().trySelector('role=Edit');
    await state().open({ ...testWindow, title: 'Renamed' });
    expect(state()).toMatchObject({ trialText: 'role=Edit', tried: [{ id: idOf('b') }] });
    await state().open({ ...testWindow, id: '0x2' });
    expect(state()).toMatchObject({ trialText: '', tried: [] });
    expect(hidden).toHaveBeenCalledTimes(1);
  });

  it('shows the selected element once its stopped app answers again', async () => {
    let isStopped = true;
    const { state } = setUp({
      'element.details': ({ element }) =>
        isStopped ? Promise.reject(new AppError('target_not_responding')) : Promise.resolve(details(element)),
    });
    await state().open(testWindow);
    await state().select(idOf('b'));
    expect(toWire(state().elementError).code).toBe('target_not_responding');
    isStopped = false;
    await state().look();
    await vi.waitFor(() => expect(state()).toMatchObject({ elementError: null, details: { id: idOf('b') } }));
  });

  it('reports why a tree cannot be read', async () => {
    const error = new AppError('accessibility_unavailable');
    const { state } = setUp({ 'tree.follow': () => Promise.reject(error) });
    await state().open(testWindow);
    expect(state()).toMatchObject({ treeProgress: 'failed', treeError: error });
  });

  it('collapses a node whose children cannot be read, and reports why', async () => {
    const { state, services } = setUp({ 'tree.children': () => Promise.reject(new AppError('element_stale')) });
    await state().open(testWindow);
    expect(state().expanded.has(idOf('a'))).toBe(false);
    expect(services.reported).toMatchObject([{ code: 'element_stale' }]);
  });

  it('follows a pick from its start to its end', () => {
    const { state, services } = setUp();
    const end = state().follow();
    services.emit('pick.changed', { type: 'started' });
    expect(state().picking).toBe(true);
    services.emit('pick.changed', { type: 'ended', reason: 'failed', error: toWire(new AppError('busy', 'No grab.')) });
    expect(state().picking).toBe(false);
    expect(services.reported).toMatchObject([{ code: 'busy', message: 'No grab.' }]);
    end();
  });
});

it('tries the selectors of an element again once its app was restarted', async () => {
  const ranked = (selector: string, kind: RankedSelector['kind']): RankedSelector => ({
    selector,
    kind,
    grade: 'B',
    matchCount: 1,
    elapsedMs: 1,
  });
  const matches: Record<string, readonly TreeNode[]> = {
    'id=b': [],
    'name=b': [node('b')],
    'near=a': [node('a')],
    'path=1': [node('b'), node('b2')],
  };
  const selectors = [
    ranked('id=b', 'identity'),
    ranked('name=b', 'name'),
    ranked('near=a', 'neighbour'),
    ranked('path=1', 'path'),
  ];
  const others: WindowInfo[] = [];
  const { state, services } = setUp({
    'windows.list': () => Promise.resolve({ sequence: 1, items: others }),
    'element.selectors': () => Promise.resolve(selectors),
    'element.find': ({ selector }) => {
      const found = matches[selector] ?? [];
      const rest = { byPlace: false, scanned: 3, truncated: false, elapsedMs: 1 };
      return Promise.resolve({ matches: found.map(bare), total: found.length, ...rest });
    },
  });
  await state().open(testWindow);
  await state().select(idOf('b'));
  state().close();
  state().offer(testWindow);
  await state().resume();
  expect(state().survival?.element).toBe(idOf('b'));
  expect(state().survival?.selectors.map(({ selector, matches, survived }) => [selector, matches, survived])).toEqual([
    ['id=b', 0, false],
    ['name=b', 1, true],
    ['near=a', 1, false],
    ['path=1', 2, false],
  ]);
  // The same in a second window of the app, and no other app's.
  const second = { ...testWindow, id: '0x7' as const, title: 'Other' };
  others.push({ ...testWindow, id: '0x6', app: 'else' }, testWindow, second);
  await state().tryElsewhere();
  expect([state().window?.id, state().survival?.selectors.filter(({ survived }) => survived).length]).toEqual([
    '0x7',
    1,
  ]);
  others.length = 0;
  await state().tryElsewhere();
  expect(services.reported).toMatchObject([{ code: 'window_not_found' }]);
  // Nothing finds it: nothing is claimed.
  matches['name=b'] = [];
  state().close();
  state().offer(testWindow);
  await state().resume();
  expect(state().survival).toBeNull();
  expect(services.notified).toEqual(['No selector finds Button “x” again.']);
});
