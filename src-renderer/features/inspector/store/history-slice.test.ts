import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TreeNode } from '#contract/model/elements/element';
import { diffTrees } from '#contract/model/elements/tree-look';
import { AppError } from '#contract/errors';
import { testServices } from '../../../bridge/test-services.ts';
import { entriesOf } from './entries.ts';
import { goneBetween, hasEarlier } from './history-slice.ts';
import { createInspectorStore } from './store.ts';
import { idOf, node as made, testWindow } from './test-tree.ts';

const info = { window: testWindow.id, nodeCount: 3, truncated: null, elapsedMs: 1, diagnosis: null } as const;
const node = (name: string, children: readonly TreeNode[] = []): TreeNode => ({
  ...made(name, children),
  states: ['enabled', 'visible'],
});
const without = node('root', [node('bar')]);
const withMenu = node('root', [node('bar'), node('menu', [node('quit')])]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An inspector of a window that has these trees in turn. */
async function following(...trees: readonly TreeNode[]) {
  const asked: unknown[] = [];
  let at = 0;
  const services = testServices({
    'tree.follow': ({ since }) => {
      const [before, tree] = [trees[at - 1], trees[Math.min(at, trees.length - 1)]!];
      const look = { at: Date.now(), window: testWindow, info, settled: true, picture: null, pictureError: null };
      const isNext = since !== null && before !== undefined && at < trees.length;
      at = since === null && at > 0 ? at : at + 1;
      return Promise.resolve({
        ...look,
        sequence: at,
        tree: since === null ? tree : null,
        diff: isNext ? diffTrees(before, tree) : null,
      });
    },
    'element.details': () => Promise.reject(new AppError('element_stale')),
    'element.selectors': (input) => {
      asked.push(input);
      return Promise.resolve([]);
    },
    'element.find': () =>
      Promise.resolve({ matches: [], total: 0, byPlace: false, scanned: 1, truncated: false, elapsedMs: 1 }),
    'picture.capture': () => Promise.reject(new AppError('unsupported_platform')),
    'highlight.hide': () => Promise.resolve(),
  });
  const store = createInspectorStore(services);
  const state = () => store.getState();
  await state().open(testWindow);
  return { state, asked };
}

it('shows a closed menu, selected and expanded, with selectors from that look', async () => {
  const { state, asked } = await following(withMenu, without);
  expect(hasEarlier(state())).toBe(false);
  await state().look();
  expect(state().entries.has(idOf('menu'))).toBe(false);
  state().earlier();
  await vi.runAllTimersAsync();
  expect(state().past).toMatchObject({ goneAfter: [idOf('menu')], sequence: 1 });
  expect(state()).toMatchObject({ selected: idOf('menu'), details: { id: idOf('menu'), patterns: [] } });
  expect(state().expanded.has(idOf('menu'))).toBe(true);
  await state().select(idOf('quit'));
  expect(state()).toMatchObject({ selected: idOf('quit'), elementError: null, selectors: [] });
  expect(asked.at(-1)).toEqual({ element: idOf('quit'), look: { view: 'control', sequence: 1 } });
  expect(hasEarlier(state())).toBe(false);
  state().later();
  await vi.runAllTimersAsync();
  expect(state()).toMatchObject({ past: null, selected: null });
  expect(state().entries.has(idOf('menu'))).toBe(false);
});

it('drops what ended more than ten seconds before the last change, and everything with the window', async () => {
  const { state } = await following(withMenu, without, withMenu, without);
  await state().look();
  await vi.advanceTimersByTimeAsync(10_001);
  await state().look();
  expect(state().history.map(({ entries }) => entries.has(idOf('menu')))).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  await state().look();
  expect(state().history.map(({ entries }) => entries.has(idOf('menu')))).toEqual([true, false]);
  await state().open(null);
  expect(state()).toMatchObject({ history: [], past: null });
});

it('combines changes that hide nothing', async () => {
  const counting = [1, 2, 3].map((value) => node('root', [{ ...node('bar'), value: String(value) }]));
  const { state } = await following(...counting);
  await state().look();
  await state().look();
  expect(state().history).toHaveLength(1);
  expect(state().history[0]?.entries.get(idOf('bar'))?.node.value).toBe('3');
});

it('shows elements of a closed window that were not selected before', async () => {
  const { state, asked } = await following(withMenu);
  state().close();
  await state().select(idOf('quit'));
  expect(state()).toMatchObject({ selected: idOf('quit'), details: { name: 'quit' } });
  expect(asked).toEqual([{ element: idOf('quit'), look: { view: 'control', sequence: 1 } }]);
});

it('names the outermost elements that are gone or hidden', () => {
  const gone = (before: TreeNode, after: TreeNode) => goneBetween(entriesOf(before), entriesOf(after));
  const hidden = node('root', [node('bar'), { ...node('menu'), states: ['enabled'] }]);
  expect(gone(withMenu, hidden)).toEqual([idOf('menu')]);
  expect(gone(without, withMenu)).toEqual([]);
  expect(gone(withMenu, node('root', [node('bar'), node('menu')]))).toEqual([idOf('quit')]);
});
