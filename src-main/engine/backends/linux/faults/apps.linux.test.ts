import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../../base/log.ts';
import type { ElementNode, TreeNode } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import { createBackend } from '../../../create-backend.ts';
import type { Engine } from '../../../engine.ts';
import { createLocalEngine } from '../../../process/local-engine.ts';
import { outcomeOf } from '../../../testing/outcome.ts';
import { until, python, targetScript } from '../testing/apps/target-app.ts';

let engine: Engine;
const apps: ChildProcess[] = [];

beforeAll(async () => {
  engine = await createLocalEngine({ log: silentLog, backend: (options) => createBackend('linux', options) });
});
afterEach(async () => {
  const ended = apps.splice(0);
  for (const app of ended) app.kill('SIGKILL');
  await until(async () => {
    const { items } = await engine.listWindows({});
    return !items.some((window) => ended.some((app) => app.pid === window.processId));
  });
});
afterAll(() => engine.close());

/** Starts a program and waits until it has this many elements. */
async function start(
  command: string,
  args: readonly string[] = [],
  nodes = 20,
): Promise<{ readonly app: ChildProcess; readonly window: WindowInfo }> {
  const app = spawn(command, [...args], { stdio: 'ignore' });
  apps.push(app);
  let window: WindowInfo | undefined;
  await until(async () => {
    window = (await engine.listWindows({})).items.find((each) => each.processId === app.pid);
    return window !== undefined && (await engine.tree({ window: window.id })).nodeCount > nodes;
  }, 30_000);
  return { app, window: window! };
}

function nodesIn(node: TreeNode): ElementNode[] {
  return [node, ...(node.children ?? []).flatMap(nodesIn)];
}

describe('a frozen app', () => {
  it('fails only calls to it, and answers again once continued', async () => {
    const frozen = await start('galculator');
    const other = await start('gtk3-widget-factory');
    const { matches } = await engine.find({ window: frozen.window.id, selector: 'role=Button name="7"' });
    const { id: element, bounds } = matches[0]!;
    await engine.actOnWindow({ window: frozen.window.id, action: 'focus' });
    frozen.app.kill('SIGSTOP');
    const window = frozen.window.id;
    const asked = [
      engine.tree({ window }),
      engine.find({ window, selector: 'role=Button' }),
      engine.details({ element }),
      engine.children({ element }),
      engine.ancestors({ element }),
      engine.selectors({ element }),
      engine.elementAt({ x: bounds!.x + 5, y: bounds!.y + 5 }),
      engine.runPattern({ element, call: { pattern: 'invoke' } }),
      engine.focusElement({ element }),
    ].map((call) => outcomeOf<unknown>(call));
    expect((await engine.listWindows({})).items.map(({ id }) => id)).toContain(window);
    expect((await engine.tree({ window: other.window.id })).nodeCount).toBeGreaterThan(20);
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['target_not_responding']));
    frozen.app.kill('SIGCONT');
    expect((await engine.details({ element })).name).toBe('7');
  });

  it('is reported as stopped, with advice how to continue it', async () => {
    const { app, window } = await start('galculator');
    app.kill('SIGSTOP');
    await expect(engine.tree({ window: window.id })).rejects.toMatchObject({
      message: 'galculator is stopped, so it answers nothing.',
      hint: expect.stringContaining(`kill -CONT ${window.processId}`) as string,
    });
  });

  it('in the middle of a walk yields what was read before', async () => {
    const { app, window } = await start(python, [targetScript('gtk3_windows.py'), 'rows', '10000'], 3);
    const reading = engine.tree({ window: window.id }, { timeoutMs: 4_000 });
    setTimeout(() => app.kill('SIGSTOP'), 60);
    const outcome = await outcomeOf(reading, (tree) => tree.truncated ?? 'complete');
    expect(['time', 'nodes', 'target_not_responding']).toContain(outcome);
  });
});

it('killing an app during the read of a large tree fails only that call', async () => {
  const { app, window } = await start(python, [targetScript('gtk3_windows.py'), 'rows', '10000'], 3);
  const reading = outcomeOf(engine.tree({ window: window.id }));
  setTimeout(() => app.kill('SIGKILL'), 60);
  expect(['answered', 'window_not_found']).toContain(await reading);
  await until(async () => (await outcomeOf(engine.tree({ window: window.id }))) === 'window_not_found');
  expect((await start('galculator')).window.app).toBe('galculator');
});

it('reads ten thousand rows within the deadline, or reports that there are more, and pages through them', async () => {
  const { window } = await start(python, [targetScript('gtk3_windows.py'), 'rows', '10000'], 3);
  const tree = await engine.tree({ window: window.id });
  expect(tree.truncated === null ? tree.nodeCount : 10_000).toBeGreaterThanOrEqual(10_000);
  const { matches } = await engine.search({ window: window.id, text: 'Row 42' });
  expect(matches.map(({ name }) => name)).toContain('Row 42');
  expect((await engine.listWindows({})).items.length).toBeGreaterThan(0);
});

it('truncates ten thousand GTK 4 labels, reports that there are more, and pages through them', async () => {
  const { window } = await start(python, [targetScript('gtk4_labels.py'), '10000'], 3);
  const { root, truncated } = await engine.tree({ window: window.id });
  expect(truncated).toBe('nodes');
  const box = nodesIn(root).find(({ childCount }) => childCount === 10_000)!;
  const last = await engine.children({ element: box.id, offset: 9_998 });
  expect(last.map(({ name }) => name)).toEqual(['Label 9998', 'Label 9999']);
});
