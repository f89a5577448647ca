import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { XTree } from 'x11';
import { endChild } from '../../../../../scripts/lib/children.mjs';
import { startXServer } from '../../../../../scripts/lib/x-server.mjs';
import { silentLog } from '../../../../base/log.ts';
import type { EngineStatus } from '#contract/model/engine';
import { forkEngine } from '../../../process/fork-engine.ts';
import { createRemoteEngine, type RemoteEngine } from '../../../process/remote-engine.ts';
import { bundleEntry, type BuiltEntry } from '../../../../../scripts/lib/bundle.mjs';
import { openOwnDesktop, type OwnDesktop } from '../testing/own-desktop.ts';
import { until } from '../testing/apps/target-app.ts';
import { XConnection } from '../x11/display/connection.ts';

const run = promisify(execFile);
const unavailable = { code: 'display_unavailable' };

let entry: BuiltEntry;
let desktop: OwnDesktop;
let engine: RemoteEngine;
let statuses: EngineStatus[];

beforeAll(async () => {
  entry = await bundleEntry();
});
afterAll(() => entry.remove());

beforeEach(async () => {
  desktop = await openOwnDesktop();
  engine = createRemoteEngine({
    spawn: () => forkEngine(entry.path, { backend: 'linux', log: 'ignore' }),
    log: silentLog,
    beatMs: 200,
  });
  statuses = [];
  engine.on('status', (status) => statuses.push(status));
  desktop.start('galculator');
  await until(async () => (await engine.listWindows({})).items.length === 1);
});
afterEach(async () => {
  await engine.close();
  await desktop.close();
});

async function galculator() {
  return (await engine.listWindows({})).items[0]!;
}

it('waiting for a frozen app does not end the engine', async () => {
  const window = await galculator();
  const process = engine.processId;
  await until(async () => (await engine.tree({ window: window.id })).nodeCount > 5);
  globalThis.process.kill(window.processId, 'SIGSTOP');
  const readings = Array.from({ length: 5 }, () => engine.tree({ window: window.id }));
  for (const reading of await Promise.allSettled(readings)) {
    expect(reading).toMatchObject({ status: 'rejected', reason: { code: 'target_not_responding' } });
  }
  globalThis.process.kill(window.processId, 'SIGCONT');
  expect((await engine.tree({ window: window.id })).nodeCount).toBeGreaterThan(5);
  expect(engine).toMatchObject({ processId: process, status: { state: 'ready', restarts: 0 } });
});

it('an unresponsive display is reported, and used again when it answers', async () => {
  const process = engine.processId;
  desktop.server.kill('SIGSTOP');
  const asked = [engine.listWindows({}), engine.capture({ target: { kind: 'screen' } })];
  for (const answer of await Promise.allSettled(asked)) {
    const reason = { ...unavailable, message: expect.stringContaining('no answer') as string };
    expect(answer).toMatchObject({ status: 'rejected', reason });
  }
  const checks = await engine.diagnose({});
  for (const name of ['Display', 'Window manager', 'Apps']) {
    expect(checks.find((check) => check.name === name)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('does not respond') as string,
    });
  }
  expect(checks.find((check) => check.name === 'Session bus')?.status).toBe('ok');
  desktop.server.kill('SIGCONT');
  expect((await galculator()).app).toBe('galculator');
  expect((await engine.capture({ target: { kind: 'screen' } })).bounds.width).toBe(1920);
  expect(engine).toMatchObject({ processId: process, status: { restarts: 0 } });
});

it('an engine whose connection to the display was killed reports that, and is restarted', async () => {
  const first = engine.processId;
  await killConnection();
  await until(() => engine.processId !== undefined && engine.processId !== first && engine.status.state === 'ready');
  expect(statuses.map(({ state }) => state)).toContain('failed');
  expect(statuses.find(({ state }) => state === 'failed')?.detail).toContain('display');
  const window = await galculator();
  expect((await engine.tree({ window: window.id })).nodeCount).toBeGreaterThan(5);
});

it('the end of a display is reported at once, and the display is found again when it is back', async () => {
  await endChild(desktop.server);
  await until(() => engine.status.state === 'failed');
  await expect(engine.listWindows({})).rejects.toMatchObject(unavailable);
  const { server } = await startXServer(desktop.display);
  try {
    await until(() => engine.status.state === 'ready', 30_000);
    expect((await engine.describe({})).monitors).toHaveLength(1);
  } finally {
    await endChild(server);
  }
});

/** Through the outline, a window of that connection. */
async function killConnection(): Promise<void> {
  const x = await XConnection.open(desktop.display);
  const tops = () => x.ask<XTree>((client, done) => client.QueryTree(x.root, done));
  const { children: before } = await tops();
  const bounds = { x: 10, y: 10, width: 50, height: 50 };
  await engine.highlight({ boxes: [{ bounds, label: '', line: 'solid' }] });
  const { children: after } = await tops();
  const [outline] = after.filter((id) => !before.includes(id));
  await run('xdotool', ['windowkill', String(outline)]);
  x.close();
}
