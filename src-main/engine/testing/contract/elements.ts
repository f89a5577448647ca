import { expect, test } from 'vitest';
import type { ElementNode, TreeNode } from '#contract/model/elements/element';
import { contains } from '#contract/model/geometry';
import { elementOf, focusWindow, middleOf, windowOf, type Desk } from '../desk.ts';

export function elementsContract(desk: () => Desk): void {
  test('tree, children, ancestors and details tell the same', async () => {
    const { engine, calculator } = desk();
    const window = await windowOf(desk(), calculator.title);
    const { root, nodeCount, truncated } = await engine.tree({ window: window.id });
    expect(truncated).toBeNull();
    expect(nodeCount).toBe(flatten(root).length);
    expect(new Set(flatten(root).map((node) => node.id)).size).toBe(nodeCount);

    const seven = await elementOf(desk(), { title: calculator.title, selector: calculator.seven });
    const path = pathTo(root, seven.id);
    const ancestors = await engine.ancestors({ element: seven.id });
    expect(ancestors.map((node) => node.id)).toEqual(path.slice(0, -1).map((node) => node.id));
    const siblings = await engine.children({ element: ancestors.at(-1)!.id });
    expect(siblings.map((node) => node.id)).toEqual(path.at(-2)?.children?.map((node) => node.id));
    const details = await engine.details({ element: seven.id });
    expect(path.map(pick).at(-1)).toEqual(pick(details));
    expect(details.window).toMatchObject({ id: window.id, title: window.title });
    expect(details.patterns).toContain('invoke');
  });

  test('a shallow tree claims that it is one, and its leaves can be opened', async () => {
    const { engine, table } = desk();
    const window = await windowOf(desk(), table.title);
    const shallow = await engine.tree({ window: window.id, depth: 1 });
    expect(shallow.truncated).toBe('depth');
    expect(flatten(shallow.root).length).toBeLessThan((await engine.tree({ window: window.id })).nodeCount);
    const few = await engine.tree({ window: window.id, maxNodes: 3 });
    expect(few.truncated).toBe('nodes');
    expect(few.nodeCount).toBeLessThanOrEqual(3);
  });

  test('a tree can begin at any element of its window', async () => {
    const { engine, calculator } = desk();
    const window = await windowOf(desk(), calculator.title);
    const seven = await elementOf(desk(), { title: calculator.title, selector: calculator.seven });
    const from = (await engine.ancestors({ element: seven.id })).at(-1)!.id;
    const { root } = await engine.tree({ window: window.id });
    const below = await engine.tree({ window: window.id, from });
    expect(flatten(below.root).map(pick)).toEqual(flatten(pathTo(root, from).at(-1) ?? root).map(pick));
    const other = await windowOf(desk(), desk().editor.title);
    const refused = { code: 'invalid_parameter' };
    await expect(engine.tree({ window: other.id, from })).rejects.toMatchObject(refused);
  });

  test('children come by pages', async () => {
    const { engine, calculator } = desk();
    const seven = await elementOf(desk(), { title: calculator.title, selector: calculator.seven });
    const parent = (await engine.ancestors({ element: seven.id })).at(-1)!.id;
    const all = await engine.children({ element: parent });
    const page = (offset: number, limit: number) => engine.children({ element: parent, offset, limit });
    expect([...(await page(0, 2)), ...(await page(2, 1_000))].map((node) => node.id)).toEqual(
      all.map((node) => node.id),
    );
    expect(await page(all.length, 10)).toEqual([]);
  });

  test('views show less, with the same ids', async () => {
    const { engine, calculator } = desk();
    const { id: window } = await windowOf(desk(), calculator.title);
    const raw = await engine.tree({ window });
    const ids = new Set(flatten(raw.root).map((node) => node.id));
    for (const view of ['control', 'content'] as const) {
      const shown = await engine.tree({ window, view });
      expect(shown.truncated).toBeNull();
      expect(flatten(shown.root)).toHaveLength(shown.nodeCount);
      expect(shown.nodeCount).toBeLessThanOrEqual(raw.nodeCount);
      expect(flatten(shown.root).every((node) => ids.has(node.id))).toBe(true);
      const first = await engine.children({ element: shown.root.id, view });
      expect(first.map((node) => node.id)).toEqual(shown.root.children?.map((node) => node.id));
      const [flat] = [await engine.tree({ window, view, depth: 1 })];
      expect(flat.root.children?.map((node) => node.id)).toEqual(first.map((node) => node.id));
    }
    const seven = await elementOf(desk(), { title: calculator.title, selector: calculator.seven });
    const control = await engine.tree({ window, view: 'control' });
    const shown = pathTo(control.root, seven.id).map((node) => node.id);
    const ancestors = await engine.ancestors({ element: seven.id, view: 'control' });
    expect(ancestors.map((node) => node.id)).toEqual(shown.slice(0, -1));
  });

  test('find and search agree, and a limit reports what it left out', async () => {
    const { engine, calculator } = desk();
    const { id } = await windowOf(desk(), calculator.title);
    const buttons = await engine.find({ window: id, selector: 'role=Button' });
    expect(buttons.total).toBe(buttons.matches.length);
    expect(buttons.total).toBeGreaterThan(10);
    const two = await engine.find({ window: id, selector: 'role=Button', limit: 2 });
    expect(two).toMatchObject({ total: buttons.total, truncated: true });
    expect(two.matches.map((node) => node.id)).toEqual(buttons.matches.slice(0, 2).map((node) => node.id));
    const seven = await elementOf(desk(), { title: calculator.title, selector: calculator.seven });
    const searched = await engine.search({ window: id, text: seven.name.toUpperCase() });
    expect(searched.matches.map((node) => node.id)).toContain(seven.id);
    expect(await engine.find({ window: id, selector: 'name="nothing has this name"' })).toMatchObject({ total: 0 });
  });

  test('every selector of an element finds it again and nothing else, the best first', async () => {
    const { engine, calculator, editor, checkBox } = desk();
    const spots = [calculator.seven, calculator.equals].map((selector) => ({ title: calculator.title, selector }));
    for (const spot of [...spots, editor, checkBox]) {
      const element = await elementOf(desk(), spot);
      const { id: window } = await windowOf(desk(), spot.title);
      const ranked = await engine.selectors({ element: element.id });
      expect(new Set(ranked.map((selector) => selector.kind)).size).toBeGreaterThanOrEqual(2);
      for (const { selector, matchCount } of ranked) {
        expect(matchCount).toBe(1);
        const { matches } = await engine.find({ window, selector });
        expect(matches.map((match) => match.id)).toEqual([element.id]);
      }
      const grades = ranked.map((selector) => selector.grade);
      expect(grades).toEqual([...grades].sort());
    }
  });

  test('the element at a pixel is the one that is drawn there', async () => {
    const { engine, calculator } = desk();
    await focusWindow(desk(), calculator.title);
    const spot = { title: calculator.title, selector: calculator.seven };
    const at = await middleOf(desk(), spot);
    const hit = await engine.elementAt(at);
    const seven = await elementOf(desk(), spot);
    const found = [...(hit?.ancestors ?? []), ...(hit ? [hit.element] : [])];
    expect(found.map((node) => node.id)).toContain(seven.id);
    expect(hit?.window.title).toContain(calculator.title);
    expect(hit?.element.bounds && contains(hit.element.bounds, at)).toBe(true);
  });
}

function flatten(node: TreeNode): readonly TreeNode[] {
  return [node, ...(node.children ?? []).flatMap(flatten)];
}

function pathTo(root: TreeNode, id: string): readonly TreeNode[] {
  if (root.id === id) return [root];
  for (const child of root.children ?? []) {
    const path = pathTo(child, id);
    if (path.length > 0) return [root, ...path];
  }
  return [];
}

/** Properties that do not change with the pointer or the focus. */
function pick({ id, controlType, role, name, automationId, description, bounds, childCount }: ElementNode) {
  return { id, controlType, role, name, automationId, description, bounds, childCount };
}
