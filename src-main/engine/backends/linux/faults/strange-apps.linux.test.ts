import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { spawn, type ChildProcess } from 'node:child_process';
import { silentLog } from '../../../../base/log.ts';
import type { ElementNode, TreeNode } from '#contract/model/elements/element';
import { elementId } from '#contract/model/schemas/element';
import type { WindowInfo } from '#contract/model/windows/window';
import { createBackend } from '../../../create-backend.ts';
import type { Engine } from '../../../engine.ts';
import { createLocalEngine } from '../../../process/local-engine.ts';
import { outcomeOf } from '../../../testing/outcome.ts';
import { until, python, targetScript } from '../testing/apps/target-app.ts';

/** Limit for a row's name and description, including the ellipsis. */
const rowCharacters = 1_000;

let engine: Engine;
let app: ChildProcess | null = null;

beforeAll(async () => {
  engine = await createLocalEngine({ log: silentLog, backend: (options) => createBackend('linux', options) });
});
afterEach(async () => {
  app?.kill('SIGKILL');
  await until(async () => !(await engine.listWindows({})).items.some((window) => window.title === 'Strange'));
});
afterAll(() => engine.close());

/** The window of the program with this defect in its accessible tree, once it is on the accessibility bus. */
async function strangeWindow(mode: string): Promise<WindowInfo> {
  app = spawn(python, [targetScript('strange_tree.py'), mode], { stdio: 'ignore' });
  let found: WindowInfo | undefined;
  await until(async () => {
    found = (await engine.listWindows({})).items.find((window) => window.title === 'Strange');
    if (!found) return false;
    const { diagnosis } = await engine.tree({ window: found.id, depth: 0 });
    return diagnosis === null || diagnosis.code === 'empty_window';
  });
  return found!;
}

function all(node: TreeNode): ElementNode[] {
  return [node, ...(node.children ?? []).flatMap(all)];
}

async function read(window: WindowInfo, timeoutMs = 5_000) {
  const tree = await engine.tree({ window: window.id }, { timeoutMs });
  return {
    ...tree,
    nodes: all(tree.root),
    named: (name: string) => all(tree.root).find((node) => node.name === name)!,
  };
}

it('reads a cyclic tree once around, and every query of it ends', async () => {
  const window = await strangeWindow('cycle');
  const { nodes, named, truncated } = await read(window);
  expect(nodes.map((node) => node.name).sort()).toEqual(['Strange', 'button', 'one', 'own', 'two']);
  expect(truncated).toBeNull();
  for (const name of ['one', 'own']) {
    const { id: element } = named(name);
    expect((await engine.ancestors({ element })).length).toBeLessThan(100);
    expect((await engine.details({ element })).name).toBe(name);
    expect((await engine.selectors({ element })).length).toBeGreaterThan(0);
  }
  const { x, y, width, height } = window.contentBounds;
  await engine.elementAt({ x: x + Math.round(width / 2), y: y + Math.round(height / 2) });
});

it('truncates a name of a million characters in the tree, and later in the details', async () => {
  const { nodes, nodeCount } = await read(await strangeWindow('long-name'));
  expect(nodeCount).toBe(2);
  const button = nodes[1]!;
  for (const words of [button.name, button.description]) {
    expect(words).toHaveLength(rowCharacters);
    expect(words.endsWith('…')).toBe(true);
  }
  const details = await engine.details({ element: button.id });
  expect(details.name.length).toBeGreaterThan(rowCharacters);
  expect(details.name.length).toBeLessThanOrEqual(100_000);
  const [best] = await engine.selectors({ element: button.id });
  expect(best!.selector.length).toBeLessThan(2 * rowCharacters);
});

it('answers of wrong types lose the fact, not the tree', async () => {
  const { nodes } = await read(await strangeWindow('nonsense'));
  expect(nodes).toHaveLength(2);
  expect(nodes[1]).toMatchObject({ name: '', bounds: null });
  const details = await engine.details({ element: nodes[1]!.id });
  expect(details.patterns).toEqual([]);
});

it('ignores a malformed cache', async () => {
  const { nodes } = await read(await strangeWindow('nonsense-cache'));
  expect(nodes.map((node) => node.name)).toEqual(['Strange', 'button']);
});

it('cuts an endless tree by number or time, while other calls proceed', async () => {
  const window = await strangeWindow('endless');
  const reading = read(window, 4_000);
  const list = await engine.listWindows({});
  expect(list.items.map((item) => item.id)).toContain(window.id);
  const { truncated, nodeCount, diagnosis } = await reading;
  expect(['nodes', 'time']).toContain(truncated);
  expect(nodeCount).toBeGreaterThan(10);
  expect(diagnosis?.code ?? 'incomplete').not.toBe('empty_window');
});

it('reads a tree of hundreds of levels completely, including the ancestors of its leaf', async () => {
  const window = await strangeWindow('deep');
  const { truncated, nodeCount, named } = await read(window, 10_000);
  expect([truncated, nodeCount]).toEqual([null, 401]);
  const ancestors = await engine.ancestors({ element: named('400').id });
  expect(ancestors.map(({ name }) => name)).toEqual(['Strange', ...Array.from({ length: 399 }, (_, i) => `${i + 1}`)]);
});

it('an element that never answers loses only its own node', async () => {
  const window = await strangeWindow('dumb');
  const tree = await read(window, 3_000);
  expect(tree).toMatchObject({ truncated: 'time', nodeCount: 1, diagnosis: { code: 'incomplete' } });
  const element = elementId.parse(tree.root.id.replace(/frame$/, 'button'));
  await expect(engine.details({ element })).rejects.toMatchObject({ code: 'target_not_responding' });
});

it('an app that exits while its tree is read fails that call', async () => {
  const window = await strangeWindow('dying');
  const outcome = await outcomeOf(read(window), ({ nodeCount }) => (nodeCount > 0 ? 'partial' : 'empty'));
  expect(['partial', 'element_stale', 'window_not_found']).toContain(outcome);
  await until(async () => (await engine.listWindows({})).items.every((item) => item.id !== window.id));
  await expect(read(window)).rejects.toMatchObject({ code: 'window_not_found' });
});
