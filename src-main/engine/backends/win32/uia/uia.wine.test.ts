import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode, Word } from '../../../backend.ts';
import { descend } from '../../../tree/walk.ts';
import type { ElementStrategy, WalkBudget } from '../elements/strategy.ts';
import { translateError, resultCode } from '../native/errors.ts';
import { getForegroundWindow, setForegroundWindow, formatWindowId } from '../native/window.ts';
import { windowOf } from '../testing/apps.ts';
import { end, start } from '../../../testing/programs.ts';
import { controls } from '../testing/fixtures.ts';
import { UiaFixture, type MadeUpTree } from '../testing/uia-fixture.ts';
import { UiaClient } from './client.ts';
import { createUiaStrategy } from './strategy.ts';
import { soon } from '../../../testing/outcome.ts';

let fixture: UiaFixture;
let app: ChildProcess;
let gallery: WindowInfo;
let strategy: ElementStrategy;

const everything: WalkBudget = { depth: 200, maxNodes: 50_000, cancelled: () => false };

beforeAll(async () => {
  fixture = UiaFixture.install();
  app = start(controls, ['gallery']);
  const window = await windowOf(app, 'FixtureGallery');
  gallery = { id: formatWindowId(window), title: 'Fixture Gallery', app: 'gallery' } as WindowInfo;
  strategy = createUiaStrategy(new UiaClient());
});
afterAll(async () => {
  await end(app);
  fixture.uninstall();
});
beforeEach(() => fixture.reset());

function show(nodes: number, fanOut = 10, more: Partial<MadeUpTree> = {}): void {
  fixture.showTree({ window: Number(gallery.id), nodes, fanOut, ...more });
}

/** E_FAIL of winerror.h. */
const failure = 0x80004005;
const calls = () => fixture.section.read('calls');

function failureOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return translateError(error);
  }
  throw new Error('It went well.');
}

function all(tree: { readonly root: RawNode }): RawNode[] {
  return [...descend(tree.root)];
}

/** Of the gallery itself, according to its README. */
const byId = (nodes: readonly RawNode[], id: string) => nodes.find(({ automationId }) => automationId === id)!;

describe('real controls', () => {
  test('have types, names, ids, values and states', () => {
    const nodes = all(strategy.walk(gallery, null, everything));
    expect(byId(nodes, '201')).toMatchObject({ controlType: 'CheckBox', name: 'Subscribe', childCount: 0 });
    expect(byId(nodes, '201').states).toEqual(expect.arrayContaining(['enabled', 'visible', 'checkable', 'checked']));
    expect(byId(nodes, '202').states).toContain('mixed');
    expect(byId(nodes, '203').states).not.toContain('enabled');
    expect(byId(nodes, '212').states).toEqual(expect.arrayContaining(['selectable', 'selected', 'checked']));
    expect(byId(nodes, '301')).toMatchObject({ controlType: 'Edit', value: 'Ada' });
    expect(byId(nodes, '302').states).toEqual(expect.arrayContaining(['editable', 'multiline']));
    expect(byId(nodes, '303').states).toContain('readonly');
    expect(byId(nodes, '353')).toMatchObject({ controlType: 'Slider', value: '40' });
    const [item] = byId(nodes, '312').children ?? [];
    expect(item).toMatchObject({ controlType: 'ListItem', name: 'Apple', bounds: null });
  });

  test('do not expose their passwords', () => {
    const password = byId(all(strategy.walk(gallery, null, everything)), '304');
    expect(password).toMatchObject({ value: null });
    expect(password.states).toContain('password');
    const details = JSON.stringify(strategy.details(gallery, password.runtimeId));
    expect(details).not.toContain('secret');
  });

  test('report all their details', () => {
    const nodes = all(strategy.walk(gallery, null, everything));
    const slider = strategy.details(gallery, byId(nodes, '353').runtimeId);
    expect(slider).toMatchObject({ range: { minimum: 0, maximum: 100, current: 40 }, processId: app.pid });
    expect(slider.patterns).toContain('rangeValue');
    const list = strategy.details(gallery, byId(nodes, '322').runtimeId);
    expect(list.selection).toMatchObject({ canSelectMultiple: true, count: 2 });
    expect(list.selection?.selected.map(({ name }) => name)).toEqual(['Alpha', 'Gamma']);
    const name = strategy.details(gallery, byId(nodes, '301').runtimeId);
    expect(name.relations).toContainEqual({
      type: 'labeled by',
      targets: [expect.objectContaining({ controlType: 'Text', name: 'Name:' })],
    });
    const root = strategy.details(gallery, nodes[0]!.runtimeId);
    expect(root.patterns).toContain('window');
  });

  test('are cells of a grid', () => {
    const people = byId(all(strategy.walk(gallery, null, everything)), '331');
    expect(strategy.details(gallery, people.runtimeId).table).toMatchObject({ rows: 5, columns: 3 });
    const cell = strategy.cell(gallery, people.runtimeId, 1, 2);
    expect(cell.name).toBe('Otto');
    expect(strategy.details(gallery, cell.runtimeId).cell).toMatchObject({ row: 1, column: 2 });
    expect(failureOf(() => strategy.cell(gallery, people.runtimeId, 99, 0))).toMatchObject({ code: 'not_found' });
    expect(failureOf(() => strategy.cell(gallery, rootId(), 0, 0))).toMatchObject({ code: 'pattern_not_supported' });
  });

  test('are found at a point, and by focus', async () => {
    setForegroundWindow(Number(gallery.id));
    await vi.waitFor(() => expect(getForegroundWindow()).toBe(Number(gallery.id)), soon);
    const nodes = all(strategy.walk(gallery, null, everything));
    const button = byId(nodes, '221');
    const { x, y } = button.bounds!;
    expect(strategy.hitTest(gallery, { x: x + 5, y: y + 5 })).toBe(button.runtimeId);
    expect(strategy.hitTest(gallery, { x: -20_000, y: -20_000 })).toBeNull();
    const field = byId(nodes, '301').runtimeId;
    strategy.focus(gallery, field);
    await vi.waitFor(() => expect(strategy.focused(gallery)).toBe(field), soon);
    expect(strategy.ancestors(gallery, field).map(({ name }) => name)).toEqual(['Fixture Gallery']);
  });
});

const rootId = () => strategy.walk(gallery, null, { ...everything, depth: 0 }).root.runtimeId;

describe('a tree', () => {
  test.each([1, 10, 300])('of 1,500, each with %d in it, is one query when known, three before', (fanOut) => {
    show(1_500, fanOut);
    strategy = createUiaStrategy(new UiaClient());
    for (const questions of [3, 1]) {
      const before = calls();
      const tree = strategy.walk(gallery, null, { ...everything, depth: 10_000 });
      expect(calls() - before).toBe(questions);
      expect(tree).toMatchObject({ nodeCount: 1_501, truncated: null });
      expect(new Set(all(tree).map(({ runtimeId }) => runtimeId)).size).toBe(1_501);
    }
  });

  test('of 12,000 is read branch by branch, and no query blocks the app longer than 2,000 elements take', () => {
    show(12_000);
    strategy = createUiaStrategy(new UiaClient());
    const before = calls();
    for (const _ of ['first', 'second']) {
      expect(strategy.walk(gallery, null, everything)).toMatchObject({
        nodeCount: 12_001,
        truncated: null,
        diagnosis: null,
      });
    }
    expect(calls() - before).toBeLessThan(2 * 50);
    expect(fixture.section.read('mostNodes')).toBeLessThanOrEqual(2_000);
  });

  test.each([true, false])(
    'with a list of 5,000 rows contains one page, and reports more (in parts: %s)',
    (inParts) => {
      show(5_000, 5_000);
      strategy = createUiaStrategy(new UiaClient());
      const tree = strategy.walk(gallery, null, { ...everything, inParts });
      expect(tree).toMatchObject({ nodeCount: 101, truncated: null, diagnosis: { code: 'incomplete' } });
      expect(tree.root).toMatchObject({ childCount: 5_000, more: true });
      expect(fixture.section.read('mostNodes')).toBe(1);
      expect(strategy.matching?.(gallery, null, { automationId: 'node4321' })).toHaveLength(1);
    },
  );

  test('is read level by level if little of it is requested, as far as the budget goes', () => {
    show(10_000);
    // Known elements of a smaller tree would cause a full read.
    strategy = createUiaStrategy(new UiaClient());
    const two = strategy.walk(gallery, null, { ...everything, depth: 2 });
    expect(two).toMatchObject({ nodeCount: 1 + 10 + 100, truncated: 'depth' });
    const deepest = two.root.children![0]!.children![0]!;
    expect(deepest).toMatchObject({ childCount: 10 });
    expect(deepest.children).toBeUndefined();
    expect(strategy.walk(gallery, null, { ...everything, maxNodes: 50 })).toMatchObject({
      nodeCount: 50,
      truncated: 'nodes',
    });
    const below = strategy.walk(gallery, deepest.runtimeId, everything);
    expect(below.root.runtimeId).toBe(deepest.runtimeId);
    expect(below.root.children).toHaveLength(10);
  });

  test('ends in time on request, with a partial result', () => {
    show(10_000);
    let asked = 0;
    const tree = strategy.walk(gallery, null, { ...everything, inParts: true, cancelled: () => ++asked > 20 });
    expect(tree.truncated).toBe('time');
    expect(tree.nodeCount).toBeGreaterThan(20);
    expect(tree.nodeCount).toBeLessThan(10_000);
  });

  test('read in parts loses only the elements that vanish meanwhile', () => {
    show(100);
    const inParts = { ...everything, inParts: true };
    const whole = strategy.walk(gallery, null, inParts);
    expect(whole.nodeCount).toBe(101);
    // The root, the number of its children and the children, then the same for the first of them, retried, and whether it
    // exists.
    fixture.strike({ kind: 'answers', hresult: resultCode.elementGone }, { skips: 3, strikes: 3 });
    const tree = strategy.walk(gallery, null, inParts);
    expect(tree.nodeCount).toBe(101 - 10);
    expect(tree.root.children?.map(({ childCount }) => childCount)).toEqual([0, ...Array<number>(8).fill(10), 0]);
  });

  test('that fails once by chance is queried again', () => {
    show(1_000);
    strategy.walk(gallery, null, everything);
    for (const hresult of [failure, resultCode.elementGone]) {
      fixture.strike({ kind: 'answers', hresult });
      const before = calls();
      expect(strategy.walk(gallery, null, everything)).toMatchObject({ nodeCount: 1_001, diagnosis: null });
      expect(calls() - before).toBe(2);
    }
  });

  test.each([true, false])('loses only the branch of a failing provider, and reports it (in parts: %s)', (inParts) => {
    for (const hresult of [failure, resultCode.elementGone]) {
      show(1_110, 10, { failing: { node: 33, hresult } });
      const before = calls();
      const tree = strategy.walk(gallery, null, { ...everything, inParts });
      const lost = byId(all(tree), 'node33');
      expect(lost).toMatchObject({ childCount: 0, more: true });
      expect(tree).toMatchObject({ nodeCount: 1_111 - 10, truncated: null, diagnosis: { code: 'incomplete' } });
      // For the whole tree: itself, its children and the branches of nine of them, and the same in the tenth, where each
      // failure is retried.
      if (!inParts) expect(calls() - before).toBeLessThan(40);
      const below = strategy.walk(gallery, lost.runtimeId, everything);
      expect(below).toMatchObject({ nodeCount: 1, diagnosis: { code: 'incomplete' } });
    }
  });

  test('that takes too long for one query is read in parts, until it is known completely', () => {
    show(100);
    strategy.walk(gallery, null, everything);
    fixture.strike({ kind: 'answers', hresult: resultCode.timeout });
    const before = calls();
    expect(strategy.walk(gallery, null, everything)).toMatchObject({ nodeCount: 101, truncated: null });
    // The whole tree, the root, each child count, and the children if there are any.
    expect(calls() - before).toBe(1 + 1 + 101 + 10);
    expect(strategy.walk(gallery, null, everything).nodeCount).toBe(101);
    expect(calls() - before).toBe(1 + 1 + 101 + 10 + 1);
  });

  describe('with content missing from whole-tree queries', () => {
    beforeEach(() => show(1_110, 10, { content: { node: 5, hidden: true } }));

    test('is complete, with one query for the missing content and one for each of its branches', () => {
      strategy.walk(gallery, null, everything);
      const before = calls();
      const tree = strategy.walk(gallery, null, everything);
      expect(tree).toMatchObject({ nodeCount: 1_111, truncated: null, diagnosis: null });
      // The number of hidden elements, the elements, and the size and content of each.
      expect(calls() - before).toBe(1 + 2 + 2 * 10);
    });

    test('is not in a whole-tree query, which shows that it is hidden', () => {
      expect(strategy.countInOneAnswer?.(gallery)).toBe(1_111 - 110);
    });

    test('is searched completely, whether or not it was read before', () => {
      const hidden = () => strategy.matching?.(gallery, null, { automationId: 'node512' });
      strategy = createUiaStrategy(new UiaClient());
      expect(hidden()).toBeNull();
      const nodes = all(strategy.walk(gallery, null, everything));
      expect(byId(nodes, 'node512').name).toContain('512');
      expect(hidden()).toBeNull();
      expect(strategy.matching?.(gallery, null, { automationId: 'node700' })).toBeNull();
      expect(strategy.parts?.isOnly(gallery, null, byId(nodes, 'node512'), ['automationId'])).toBe(true);
    });
  });

  test('that fills late is waited for only on the first read', () => {
    strategy = createUiaStrategy(new UiaClient());
    show(1_110, 10, { content: { node: 5, hidden: true, lateMs: 500 } });
    expect(strategy.walk(gallery, null, everything)).toMatchObject({ nodeCount: 1_111, diagnosis: null });
    show(1_110, 10, { content: { node: 5, hidden: true, lateMs: 60_000 } });
    strategy = createUiaStrategy(new UiaClient());
    const empty = { nodeCount: 1_111 - 110, diagnosis: { code: 'chromium_flag_missing' } };
    expect(strategy.walk(gallery, null, everything)).toMatchObject(empty);
    const before = calls();
    expect(strategy.walk(gallery, null, everything)).toMatchObject(empty);
    expect(calls() - before).toBe(2);
  });

  test('reports lists with more rows, and finds rows without providers', () => {
    show(110, 10, { list: { node: 4, rows: 10_000 } });
    const nodes = all(strategy.walk(gallery, null, everything));
    expect(byId(nodes, 'node4')).toMatchObject({ more: true, childCount: 10 });
    const before = calls();
    const [row, ...others] = strategy.matching?.(gallery, null, { name: 'Row 9876' }) ?? [];
    expect(others).toEqual([]);
    expect(row).toMatchObject({ controlType: 'ListItem', automationId: 'row9876' });
    expect(row?.bounds).not.toBeNull();
    expect(calls() - before).toBeLessThan(15);
    expect(strategy.details(gallery, row!.runtimeId).name).toBe('Row 9876');
    expect(strategy.ancestors(gallery, row!.runtimeId).at(-1)).toMatchObject({ automationId: 'node4' });
    expect(strategy.matching?.(gallery, null, { name: 'Row 10001' })).toBeNull();
  });

  test('reports the views of each element, and pages through a view', () => {
    show(110);
    const nodes = all(strategy.walk(gallery, null, everything));
    const views = ['node9', 'node17', 'node1'].map((id) => byId(nodes, id).view);
    expect(views).toEqual(['raw', 'control', 'content']);
    const { properties } = strategy.details(gallery, byId(nodes, 'node17').runtimeId);
    expect(properties).toMatchObject({ IsControlElement: 'true', IsContentElement: 'false' });
    const page = (view: 'control' | 'content', from = rootId()) =>
      strategy.childrenIn?.(gallery, from, { view, offset: 7, limit: 3 })?.map((child) => child.automationId);
    // Children of an element in no view take its place.
    expect(page('control')).toEqual(['node8', 'node91', 'node92']);
    const ofLeaves = byId(nodes, 'node1').runtimeId;
    expect(page('control', ofLeaves)).toEqual(['node18', 'node19', 'node20']);
    expect(page('content', ofLeaves)).toEqual(['node19', 'node20']);
    const before = calls();
    page('content', ofLeaves);
    expect(calls() - before).toBeLessThan(8);
  });

  test('pages through a long list', () => {
    show(2_000, 2_000);
    const page = strategy.children(gallery, rootId(), { offset: 1_500, limit: 3 });
    expect(page.map(({ automationId }) => automationId)).toEqual(['node1501', 'node1502', 'node1503']);
    expect(strategy.children(gallery, rootId(), { offset: 5_000, limit: 3 })).toEqual([]);
  });
});

describe('whether an element is unique', () => {
  const isOnly = (...asked: [from: string | null, node: RawNode, words: readonly Word[]]) =>
    strategy.parts?.isOnly(gallery, ...asked);
  beforeEach(() => {
    strategy = createUiaStrategy(new UiaClient());
    show(300);
  });

  test('is determined one element at a time, and once for several queries', async () => {
    // Unknown on a machine too busy for a walk in the time that a query may take.
    await vi.waitFor(() => {
      strategy = createUiaStrategy(new UiaClient());
      const nodes = all(strategy.walk(gallery, null, everything));
      const node = byId(nodes, 'node120');
      const around = byId(nodes, 'node11').runtimeId;
      fixture.section.set({ calls: 0, searchMicroseconds: 1, nodeMicroseconds: 1, mostMicroseconds: 0 });
      expect(isOnly(null, node, ['automationId'])).toBe(true);
      const asked = calls();
      expect(isOnly(null, node, ['controlType', 'name'])).toBe(true);
      expect(isOnly(null, node, ['controlType'])).toBe(false);
      expect(calls()).toBe(asked);
      // The first child and the next sibling of each node; the window, and its content.
      expect(asked).toBeLessThanOrEqual(2 * 301 + 2);
      expect(fixture.section.read('mostMicroseconds')).toBe(1);
      expect(isOnly(around, node, ['automationId'])).toBe(true);
      expect(isOnly(around, byId(nodes, 'node111'), ['controlType'])).toBe(true);
      expect(calls() - asked).toBeLessThanOrEqual(2 * 10 + 2);
    }, soon);
  });

  test('is unknown if it takes too much of the app’s time, or an element vanished meanwhile', () => {
    const nodes = all(strategy.walk(gallery, null, everything));
    const node = byId(nodes, 'node120');
    fixture.section.set({ searchMicroseconds: 10_000, nodeMicroseconds: 10_000, appMicroseconds: 0 });
    expect(isOnly(null, node, ['automationId'])).toBeNull();
    expect(fixture.section.read('appMicroseconds')).toBeLessThan(300_000);
    const asked = calls();
    expect(isOnly(null, byId(nodes, 'node130'), ['automationId'])).toBeNull();
    expect(calls()).toBe(asked);
    fixture.section.set({ searchMicroseconds: 0, nodeMicroseconds: 0 });
    strategy = createUiaStrategy(new UiaClient());
    fixture.strike({ kind: 'answers', hresult: resultCode.elementGone }, { skips: 100 });
    expect(isOnly(null, node, ['automationId'])).toBeNull();
    expect(isOnly(null, node, ['controlType'])).toBe(false);
  });
});

test('details of an unvisited element are not searched for in the whole window during a recording', () => {
  show(500);
  const nodes = all(strategy.walk(gallery, null, everything));
  const wanted = byId(nodes, 'node333').runtimeId;
  const stranger = createUiaStrategy(new UiaClient());
  const before = calls();
  expect(failureOf(() => stranger.parts?.details(gallery, wanted))).toMatchObject({ code: 'element_stale' });
  expect(stranger.parts?.isOnly(gallery, wanted, byId(nodes, 'node334'), ['name'])).toBeNull();
  expect(calls()).toBe(before);
  const around = stranger.parts?.around(gallery, null, { maxNodes: 500, cancelled: () => false });
  expect(around?.nodeCount).toBe(500);
  expect(stranger.parts?.details(gallery, wanted)).toMatchObject({ automationId: 'node333' });
});

describe('an id', () => {
  test('is valid in another process that never read the tree', () => {
    show(500);
    const nodes = all(strategy.walk(gallery, null, everything));
    const wanted = nodes.find(({ automationId }) => automationId === 'node333')!;
    const stranger = createUiaStrategy(new UiaClient());
    expect(stranger.details(gallery, wanted.runtimeId)).toMatchObject({ name: wanted.name, bounds: wanted.bounds });
    expect(stranger.ancestors(gallery, wanted.runtimeId).map(({ automationId }) => automationId)).toEqual([
      '',
      'node3',
      'node33',
    ]);
  });

  test('of a missing, vanished or malformed element is stale, after one query', () => {
    show(500);
    const { runtimeId } = all(strategy.walk(gallery, null, everything))[300]!;
    for (const id of [`${runtimeId}999999`, `${runtimeId}!7`, 'u:1', 'nonsense']) {
      expect(failureOf(() => strategy.details(gallery, id))).toMatchObject({ code: 'element_stale' });
    }
    show(500);
    const before = calls();
    expect(failureOf(() => strategy.details(gallery, runtimeId))).toMatchObject({ code: 'element_stale' });
    expect(calls() - before).toBe(1);
    expect(failureOf(() => strategy.focus(gallery, runtimeId))).toMatchObject({ code: 'element_stale' });
  });
});

test('an app that never answers fails the call', () => {
  show(100);
  fixture.strike({ kind: 'answers null' });
  expect(failureOf(() => strategy.walk(gallery, null, everything))).toMatchObject({
    code: 'accessibility_unavailable',
  });
  fixture.strike({ kind: 'answers', hresult: 0x80131505 }, { strikes: 2 });
  expect(failureOf(() => strategy.walk(gallery, null, everything))).toMatchObject({ code: 'target_not_responding' });
  expect(strategy.walk(gallery, null, everything).nodeCount).toBe(101);
});

test('a hundred reads leak nothing', () => {
  show(50);
  const look = () => {
    const nodes = all(strategy.walk(gallery, null, everything));
    const { runtimeId, bounds } = nodes[40]!;
    strategy.details(gallery, runtimeId);
    strategy.ancestors(gallery, runtimeId);
    strategy.children(gallery, nodes[1]!.runtimeId, { offset: 0, limit: 100 });
    strategy.parts?.isOnly(gallery, null, nodes[40]!, ['name']);
    strategy.hitTest(gallery, { x: bounds!.x + 1, y: bounds!.y + 1 });
  };
  look();
  strategy.walk(gallery, null, everything);
  const before = fixture.section.read('liveObjects');
  for (let time = 0; time < 100; time++) strategy.walk(gallery, null, everything);
  for (let time = 0; time < 10; time++) look();
  strategy.walk(gallery, null, everything);
  expect(fixture.section.read('liveObjects')).toBe(before);
});

describe('elements with certain words', () => {
  const matching = (words: { name?: string; automationId?: string }, from: string | null = null) =>
    strategy.matching?.(gallery, from, words);

  test('are found by the app, the same as in the whole tree', () => {
    const nodes = all(strategy.walk(gallery, null, everything));
    for (const words of [{ name: 'Push me' }, { automationId: '201' }, { name: 'Subscribe', automationId: '201' }]) {
      const inTree = nodes.filter(
        ({ name, automationId }) =>
          name === (words.name ?? name) && automationId === (words.automationId ?? automationId),
      );
      expect(inTree).toHaveLength(1);
      expect(matching(words)).toEqual(inTree.map(({ children: _, ...row }) => row));
    }
    // Whether there is no match is decided by the tree.
    expect(matching({ name: 'Push me', automationId: '201' })).toBeNull();
    const below = byId(nodes, '321').runtimeId;
    expect(matching({ name: 'Item 7' }, below)).toMatchObject([{ name: 'Item 7' }]);
    expect(matching({ name: 'Push me' }, below)).toBeNull();
  });

  test('take a few queries, however large the tree; if there are many matches, the tree is read', () => {
    show(10_000);
    const [first] = all(strategy.walk(gallery, null, everything)).slice(5_000);
    const before = calls();
    expect(matching({ name: first!.name })).toMatchObject([{ runtimeId: first!.runtimeId }]);
    expect(calls() - before).toBeLessThanOrEqual(3);
    fixture.reset();
    expect(matching({})).toBeNull();
  });
});
