import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../base/log.ts';
import { until, python, targetScript } from '../engine/backends/linux/testing/apps/target-app.ts';
import { forkEngine } from '../engine/process/fork-engine.ts';
import { createRemoteEngine, type RemoteEngine } from '../engine/process/remote-engine.ts';
import { bundleEntry, type BuiltEntry } from '../../scripts/lib/bundle.mjs';
import { readPicture } from '../engine/testing/read-picture.ts';
import { allTools } from '../tools/registry.ts';
import { createToolRunner } from '../tools/runner/tool-runner.ts';
import { createToolSession } from '../tools/session/tool-session.ts';
import { headlessBroker } from '../permissions/broker.ts';
import { createGate } from '../permissions/gate.ts';
import type { Rect } from '#contract/model/geometry';
import { defaultSettings } from '#contract/model/settings';
import type { TracedPicture } from '#contract/model/runs/trace';
import { openTrace, type TraceReader } from './trace/trace-reader.ts';
import { createTraceWriter } from './trace/trace-writer.ts';

const login = { title: 'Login' };

let entry: BuiltEntry;
let engine: RemoteEngine;
let app: ChildProcess;
let folder: string;

beforeAll(async () => {
  entry = await bundleEntry();
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-trace-'));
  engine = createRemoteEngine({
    spawn: () => forkEngine(entry.path, { backend: 'linux', log: 'ignore' }),
    log: silentLog,
  });
  app = spawn(python, [targetScript('gtk3_windows.py'), 'login'], { stdio: 'ignore' });
  await until(async () => (await find('role=Button name="Greet"')) !== null, 30_000);
});
afterAll(async () => {
  app.kill('SIGKILL');
  await engine.close();
  await entry.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function find(selector: string): Promise<Rect | null> {
  const window = (await engine.listWindows({})).items.find(({ processId }) => processId === app.pid);
  const found = window && (await engine.find({ window: window.id, selector }));
  return found?.matches[0]?.bounds ?? null;
}

it('shows a real app before and after a click, and never its password field', async () => {
  const trace = createTraceWriter({
    folder: path.join(folder, 'run'),
    run: 'r',
    title: 'Login',
    source: engine,
    log: silentLog,
  });
  const runner = createToolRunner({
    tools: allTools,
    engine,
    log: silentLog,
    settings: () => defaultSettings,
    observers: [trace],
    gate: createGate({ policyMode: 'act', broker: headlessBroker }),
  });
  const run = (name: string) =>
    runner.run(
      'action::click_input',
      { selector: `role=Button name="${name}"`, window: login },
      { caller: { kind: 'cli', name: 'test' }, session: createToolSession() },
    );
  const name = (await find('role=Edit nth=0'))!;
  const password = (await find('role=Edit nth=1'))!;
  expect(await run('Greet')).toMatchObject({ ok: true });
  await trace.close();

  const reader = await openTrace(path.join(folder, 'run'));
  const pictures = (await reader.call(1)).flatMap((event) => (event.type === 'seen' ? (event.picture ?? []) : []));
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) {
    expect(await colours(reader, picture, password)).toEqual(['0,0,0']);
    expect((await colours(reader, picture, name)).length).toBeGreaterThan(2);
  }
  const change = await reader.treeChange(1);
  expect(change!.changed.map(({ before, after }) => [before.value, after.value])).toContainEqual(['Ada', 'Hello Ada']);
  expect(JSON.stringify(await reader.events())).not.toContain('hunter2');
  await reader.close();
});

it('a frozen app costs its call no more than the time that pictures may take', async () => {
  const trace = createTraceWriter({
    folder: path.join(folder, 'frozen'),
    run: 'r',
    title: 'Frozen',
    source: engine,
    log: silentLog,
  });
  const { items } = await engine.listWindows({});
  const target = items.find(({ processId }) => processId === app.pid)!;
  // A tree that was read just before would do.
  await sleep(1_100);
  app.kill('SIGSTOP');
  try {
    await trace.before({
      call: 1,
      tool: 'action::click_input',
      parameters: {},
      decision: 'allowed',
      decidedBy: 'a rule',
      effect: 'act',
      caller: { kind: 'cli', name: 'test' },
      target: () => Promise.resolve(target),
    });
    await trace.close();
  } finally {
    app.kill('SIGCONT');
  }
  const reader = await openTrace(path.join(folder, 'frozen'));
  const seen = (await reader.call(1)).find((event) => event.type === 'seen');
  // Pixels come from the X server; without a tree, secrets cannot be located, so there is no picture.
  expect(seen).toMatchObject({ note: expect.stringContaining('password fields') as string });
  expect(seen).not.toHaveProperty('picture');
  expect(seen?.type === 'seen' && seen.waitedMs).toBeLessThan(2_500);
  await reader.close();
});

/** The distinct colours of a part of the screen on a picture. */
async function colours(reader: TraceReader, { blob, bounds }: TracedPicture, part: Rect): Promise<readonly string[]> {
  const pixels = await readPicture((await reader.blob(blob))!);
  const found = new Set<string>();
  for (let y = 0; y < part.height; y++)
    for (let x = 0; x < part.width; x++)
      found.add(pixels.at({ x: part.x - bounds!.x + x, y: part.y - bounds!.y + y }).join());
  return [...found];
}
