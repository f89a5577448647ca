import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ElementId } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import { silentLog } from '../../base/log.ts';
import { createFakeBackend } from '../../engine/backends/fake/index.ts';
import { createLocalEngine } from '../../engine/process/local-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Services } from '../../services/headless.ts';
import { createTraceWriter, type TraceWriter } from '../../runs/trace/trace-writer.ts';
import { createBench, type Bench } from '../../tools/testing/run-tools.ts';
import { Desktop } from './desktop.ts';
import type { Desk } from './open-desk.ts';
import { Window } from './places.ts';
import { silentReporter } from './reporter.ts';

let folder: string;
let bench: Bench;
let engine: Engine;
let trace: TraceWriter;
let walks = 0;

beforeEach(async () => {
  // On a busy machine, reads age sooner than here.
  vi.useFakeTimers({ toFake: ['performance'] });
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-looks-'));
  const fake = createFakeBackend();
  const walk: typeof fake.elements.walk = (...asked) => {
    walks++;
    return fake.elements.walk(...asked);
  };
  const backend = { ...fake, elements: { ...fake.elements, walk } };
  engine = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(backend) });
  trace = createTraceWriter({ folder, run: 'r', title: 'Test', source: engine, log: silentLog, isLate: true });
  bench = await createBench({ engine, policyMode: 'all', observers: [trace] });
});
afterEach(async () => {
  await trace.close({ discard: true });
  await bench.close();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

async function calculator(): Promise<{ readonly window: Window; readonly info: WindowInfo }> {
  const desk = { id: 'own', engine } as Desk;
  const services = { runner: bench.runner } as Services;
  const desktop = new Desktop({ desk, services, reporter: silentReporter, timeout: 5_000 });
  const info = (await engine.listWindows({})).items.find(({ app }) => app === 'calculator')!;
  return { window: new Window(desktop, info), info };
}

it('a click by locator is aimed and traced by the look that found its target', async () => {
  const { window } = await calculator();
  const button = (name: string) => window.getByRole('button', { name, exact: true });
  walks = 0;
  await button('7').click();
  // One to find it, and one to see the effect.
  expect(walks).toBe(2);
  await button('8').click();
  expect(walks).toBe(3);
  expect(await window.getByRole('textbox').inputValue()).toBe('78');
});

it('what a locator saw just now is the first look of its action, unless that is long ago', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  const { window } = await calculator();
  const details = vi.spyOn(engine, 'details');
  await window.getByRole('button', { name: '7', exact: true }).click();
  expect(details).not.toHaveBeenCalled();
  const [{ desktop }, found] = [window, await window.getByRole('button', { name: '8', exact: true }).one()];
  const element = { ...found.node, id: found.node.runtimeId as ElementId };
  const step = ['step_click', { id: element.id }] as const;
  await desktop.acting.run(...step, { element, window: found.window, at: Date.now() - 101 });
  expect(details).toHaveBeenCalled();
  // It moved since: what was seen is not clicked, and the two looks that agree come later.
  const { x, y, ...size } = found.node.bounds!;
  const glances = vi.spyOn(engine, 'glance');
  const moved = { ...element, bounds: { x: x + 40, y, ...size } };
  await desktop.acting.run(...step, { element: moved, window: found.window, at: Date.now() });
  expect(glances.mock.calls.length).toBeGreaterThan(1);
  expect(await window.getByRole('textbox').inputValue()).toBe('788');
});

it('a tree that was read a moment ago will do where a caller says so, until something is done', async () => {
  const { window, info } = await calculator();
  const recent = { window: info.id, maxAgeMs: 50 };
  const first = await engine.tree({ window: info.id });
  walks = 0;
  expect(await engine.tree(recent)).toEqual(first);
  expect(walks).toBe(0);
  await engine.tree({ ...recent, maxNodes: first.nodeCount - 1 });
  await engine.tree({ window: info.id });
  expect(walks).toBe(2);
  vi.advanceTimersByTime(51);
  await engine.tree(recent);
  expect(walks).toBe(3);
  await window.getByRole('button', { name: '7', exact: true }).click();
  walks = 0;
  await engine.moveMouse({ x: 1, y: 1 });
  await engine.tree(recent);
  expect(walks).toBe(1);
});
