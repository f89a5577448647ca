import { describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#contract/api';
import type { TreeNode } from '#contract/model/elements/element';
import { noFacts } from '#contract/model/elements/element-facts';
import { diffTrees, type TreeLook } from '#contract/model/elements/tree-look';
import { testServices } from '../../../bridge/test-services.ts';
import { chosenBox, markedBox } from '../picture/picture-view.tsx';
import { createInspectorStore } from './store.ts';
import { bare, idOf, node, testWindow } from './test-tree.ts';

const box = (y: number) => ({ x: 0, y, width: 10, height: 10 });
const info = { window: '0x1', nodeCount: 3, truncated: null, elapsedMs: 1, diagnosis: null } as const;
const picture = { bytes: new Uint8Array(), bounds: testWindow.bounds, scale: 1 } as unknown as TreeLook['picture'];

/** A window with manual looks: `show` is the next look, in which every element has settled. */
async function follow(first: TreeNode, more: Partial<ApiClient> = {}) {
  let [sequence, shown] = [1, first];
  let next: TreeLook = { ...moment(), tree: first, diff: null };
  function moment() {
    return { sequence, at: Date.now(), window: testWindow, info, picture, pictureError: null, settled: true };
  }
  const services = testServices({
    'tree.follow': () => Promise.resolve(next),
    'tree.children': () => Promise.resolve([]),
    'element.details': ({ element }) => {
      const window = { id: '0x1' as const, title: 'Test', app: 'test', processId: 1 };
      const facts = { ...noFacts, runtimeId: 'x', patterns: [], actions: [], properties: {}, window };
      return Promise.resolve({ ...bare(node('deep', [], box(40))), ...facts, id: element });
    },
    'element.selectors': () => Promise.resolve([{ selector: 'name="x"', kind: 'name', matches: 1 }] as never),
    'element.find': () => new Promise(() => undefined),
    'highlight.show': () => Promise.resolve(),
    'highlight.hide': () => Promise.resolve(),
    ...more,
  });
  const store = createInspectorStore(services);
  await store.getState().open(testWindow);
  const show = async (tree: TreeNode) => {
    sequence += 1;
    next = { ...moment(), tree: null, diff: diffTrees(shown, tree) };
    shown = tree;
    await store.getState().look();
  };
  const again = async () => {
    next = { ...moment(), tree: null, diff: null, picture: null };
    await store.getState().look();
  };
  return { state: () => store.getState(), show, again };
}

describe('the box of the selected element', () => {
  it('is uncertain from the first picture without the element, no matter how long it is searched for', async () => {
    const { state, show } = await follow(node('root', [node('a', [], box(0)), node('b', [], box(20))]));
    await state().select(idOf('a'));
    expect(chosenBox(state())).toMatchObject({ node: { name: 'a' }, sure: true });
    await show(node('root', [node('b', [], box(0))]));
    expect(chosenBox(state())?.sure ?? false).toBe(false);
  });

  it('beyond the looks is certain only once a look after its reading shows the same picture', async () => {
    const root = (y: number) => node('root', [node('list', null, box(y))]);
    const { state, show, again } = await follow(root(0), {
      'tree.children': ({ element }) =>
        Promise.resolve(element === idOf('list') ? [bare(node('deep', [], box(40)))] : []),
    });
    await state().toggle(idOf('list'), true);
    await state().select(idOf('deep'));
    await again();
    await vi.waitFor(() => expect(chosenBox(state())).toMatchObject({ node: { name: 'deep' }, sure: true }));
    await show(root(5));
    expect(chosenBox(state())).toMatchObject({ sure: false });
    state().hoverRow(idOf('deep'));
    expect(markedBox(state())).toMatchObject({ sure: false });
    // Its details are read again, and the next look confirms them.
    await vi.waitFor(async () => {
      await again();
      expect(chosenBox(state())).toMatchObject({ sure: true });
    });
  });
});

describe('the outline on the desktop', () => {
  it('follows the hovered element, and disappears with it', async () => {
    const outlined: (string | number)[] = [];
    const { state, show } = await follow(node('root', [node('a', [], box(0))]), {
      'highlight.show': ({ bounds }) => Promise.resolve(void outlined.push(bounds.y)),
      'highlight.hide': () => Promise.resolve(void outlined.push('hidden')),
    });
    state().hoverRow(idOf('a'));
    await vi.waitFor(() => expect(outlined).toEqual([0]));
    await show(node('root', [node('a', [], box(30))]));
    await vi.waitFor(() => expect(outlined).toEqual([0, 30]));
    await show(node('root', []));
    await vi.waitFor(() => expect(outlined).toEqual([0, 30, 'hidden']));
  });
});
