import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../base/log.ts';
import { center } from '#contract/model/geometry';
import type { Backend, RawNode } from '../../backend.ts';
import { createLinuxBackend } from './index.ts';
import { comparedName } from './testing/reference-tree.ts';
import {
  allNodes,
  readTree,
  startSilentTarget,
  startTarget,
  until,
  type TargetApp,
} from './testing/apps/target-app.ts';

const run = promisify(execFile);
let backend: Backend;

beforeAll(async () => {
  backend = await createLinuxBackend({ ownProcessIds: () => new Set(), log: createLog('test') });
});
afterAll(() => backend.close());

/** The distribution's reader of the same bus; role and name of every element below the app's only frame. */
const reference = `
import sys, pyatspi
found = [app for app in pyatspi.Registry.getDesktop(0) if app.get_process_id() == int(sys.argv[1])]
def walk(node):
    print(node.getRoleName() + '\\t' + (node.name or '').replace('\\n', ' '))
    for child in node: walk(child)
for frame in found[0]: walk(frame)
`;

async function referenceNodes(processId: number): Promise<string[]> {
  const { stdout } = await run('/usr/bin/python3', ['-c', reference, String(processId)], { timeout: 30_000 });
  const rows = stdout.split('\n').filter(Boolean);
  return rows.map((row) => row.replace(/^combo box\t.*/, 'combo box\t')).sort();
}

function line(node: RawNode): string {
  return `${node.role}\t${comparedName(node.role, node.name).replaceAll('\n', ' ')}`;
}

describe('gtk3-widget-factory', () => {
  let app: TargetApp;
  beforeAll(async () => {
    app = await startTarget(backend, 'gtk3-widget-factory');
  });
  afterAll(() => app.end());

  it('has exactly the elements that the distribution’s own reader sees', async () => {
    const window = await app.window();
    const { root, nodeCount, truncated, diagnosis } = await readTree(backend, window);
    expect([truncated, diagnosis]).toEqual([null, null]);
    expect(allNodes(root)).toHaveLength(nodeCount);
    expect(allNodes(root).map(line).sort()).toEqual(await referenceNodes(window.processId));
  });

  it('places visible elements inside the window', async () => {
    const window = await app.window();
    const shown = allNodes((await readTree(backend, window)).root).filter((node) => node.controlType === 'CheckBox');
    const placed = shown.filter((node) => node.states.includes('visible'));
    expect(placed.length).toBeGreaterThan(3);
    for (const { bounds } of placed) {
      expect(bounds?.x).toBeGreaterThanOrEqual(window.bounds.x);
      expect(bounds?.y).toBeGreaterThanOrEqual(window.bounds.y);
    }
  });

  it('hits the element drawn at a point, and lists its ancestors from the window down', async () => {
    const window = await app.window();
    const nodes = allNodes((await readTree(backend, window)).root);
    const target = nodes.find(
      (node) => node.controlType === 'CheckBox' && node.states.includes('enabled') && node.bounds,
    );
    const hit = await backend.elements.hitTest(window, center(target!.bounds!));
    expect(hit).toBe(target!.runtimeId);
    const ancestors = await backend.elements.ancestors(window, hit!);
    expect(ancestors[0]?.runtimeId).toBe(nodes[0]?.runtimeId);
    expect(ancestors.at(-1)?.children ?? []).toEqual([]);
    const parent = nodes.find((node) => node.children?.some((child) => child.runtimeId === hit));
    expect(ancestors.at(-1)?.runtimeId).toBe(parent?.runtimeId);
  });

  it('moves a slider, sets a field and selects a page through patterns', async () => {
    const window = await app.window();
    const nodes = allNodes((await readTree(backend, window)).root);
    const usable = (node: RawNode) => node.states.includes('enabled') && node.states.includes('visible');
    const slider = nodes.find((node) => node.controlType === 'Slider' && usable(node))!;
    await backend.elements.run(window, slider.runtimeId, { pattern: 'rangeValue', value: 30 });
    expect((await backend.elements.details(window, slider.runtimeId)).range?.current).toBe(30);

    const field = nodes.find((node) => node.controlType === 'Edit' && usable(node) && node.value === 'entry')!;
    await backend.elements.run(window, field.runtimeId, { pattern: 'value', value: 'Grüße 漢字' });
    expect((await backend.elements.details(window, field.runtimeId)).value).toBe('Grüße 漢字');

    const page = nodes.find((node) => node.controlType === 'TabItem' && node.name === 'page 2')!;
    await backend.elements.run(window, page.runtimeId, { pattern: 'select' });
    await until(async () => (await backend.elements.details(window, page.runtimeId)).states.includes('selected'));
  });

  it('rejects malformed ids, and reports a removed element as stale', async () => {
    const window = await app.window();
    await expect(backend.elements.details(window, 'nonsense')).rejects.toMatchObject({ code: 'invalid_parameter' });
    const bus = (await readTree(backend, window)).root.runtimeId.split('/')[0]!;
    const gone = backend.elements.details(window, `${bus}/org/a11y/atspi/accessible/999999`);
    await expect(gone).rejects.toMatchObject({ code: 'element_stale' });
  });
});

describe('an app that hangs', () => {
  it('fails its own call only', async () => {
    const [frozen, healthy] = await Promise.all([
      startTarget(backend, 'galculator'),
      startTarget(backend, 'mousepad', ['--disable-server']),
    ]);
    try {
      const window = await frozen.window();
      const { root } = await readTree(backend, window);
      frozen.process.kill('SIGSTOP');
      const asked = backend.elements.details(window, root.runtimeId).catch((error: unknown) => error);
      const started = performance.now();
      expect((await readTree(backend, await healthy.window())).nodeCount).toBeGreaterThan(50);
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(await asked).toMatchObject({ code: 'target_not_responding' });
      frozen.process.kill('SIGCONT');
      expect((await backend.elements.details(window, root.runtimeId)).runtimeId).toBe(root.runtimeId);
    } finally {
      await Promise.all([frozen.end(), healthy.end()]);
    }
  });
});

describe('Qt', () => {
  it.each(['linguist', 'assistant'])('reads %s by walking, with bounds', async (command) => {
    const app = await startTarget(backend, command);
    try {
      const nodes = allNodes((await readTree(backend, await app.window())).root);
      const placed = nodes.filter((node) => node.states.includes('visible') && node.bounds);
      expect(nodes.length).toBeGreaterThan(100);
      expect(placed.length).toBeGreaterThan(20);
      const button = placed.find((node) => node.controlType === 'MenuItem' && node.name !== '')!;
      expect((await backend.elements.details(await app.window(), button.runtimeId)).toolkit?.name).toBe('qt');
      expect(app.process.exitCode).toBeNull();
    } finally {
      await app.end();
    }
  });
});

describe('a program without accessibility', () => {
  it('has its window as the only element, and reports why', async () => {
    const app = await startSilentTarget(backend);
    try {
      const tree = await readTree(backend, await app.window());
      expect(tree).toMatchObject({ nodeCount: 1, root: { controlType: 'Window', runtimeId: 'window' } });
      expect(tree.diagnosis).toMatchObject({ code: 'toolkit_bridge_off' });
    } finally {
      await app.end();
    }
  });
});
