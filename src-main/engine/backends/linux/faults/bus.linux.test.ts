import { readdir, readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../../../../../scripts/lib/run.mjs';
import { silentLog } from '../../../../base/log.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import { createBackend } from '../../../create-backend.ts';
import type { Engine } from '../../../engine.ts';
import { createLocalEngine } from '../../../process/local-engine.ts';
import { openOwnDesktop, type OwnDesktop } from '../testing/own-desktop.ts';
import { outcomeOf } from '../../../testing/outcome.ts';
import { openAccessibility } from '../entry/accessibility.ts';
import { until } from '../testing/apps/target-app.ts';
import type { WindowSystem } from '../window-system.ts';

let desktop: OwnDesktop;
let engine: Engine;

beforeEach(async () => {
  desktop = await openOwnDesktop();
  engine = await createLocalEngine({ log: silentLog, backend: (options) => createBackend('linux', options) });
});
afterEach(async () => {
  await engine.close();
  await desktop.close();
});

/** The window of a new program, once its elements can be read. */
async function readable(processId: number | undefined): Promise<WindowInfo> {
  let window: WindowInfo | undefined;
  await until(async () => {
    window = (await engine.listWindows({})).items.find((each) => each.processId === processId);
    return window !== undefined && (await nodesOf(window)) > 5;
  }, 30_000);
  return window!;
}

async function nodesOf(window: WindowInfo): Promise<number> {
  return (await engine.tree({ window: window.id })).nodeCount;
}

/** The launcher of the accessibility bus, and the bus, its only child of that kind. */
async function busProcesses(): Promise<{ readonly launcher: number; readonly bus: number }> {
  const daemon = 'org.freedesktop.DBus';
  const call = ['--session', '--print-reply=literal', `--dest=${daemon}`, '/', `${daemon}.GetConnectionUnixProcessID`];
  const { output } = await run('dbus-send', [...call, 'string:org.a11y.Bus'], { env: desktop.env });
  const launcher = Number(/\d+\s*$/.exec(output)?.[0]);
  const children = await readFile(`/proc/${launcher}/task/${launcher}/children`, 'utf8');
  const bus = Number(children.trim().split(' ')[0]);
  // A signal to process 0 goes to ourselves.
  if (!(launcher > 0 && bus > 0)) throw new Error('No accessibility bus is running.');
  return { launcher, bus };
}

it.each(['bus', 'launcher'] as const)(
  'after the %s of accessibility is killed, new apps are found as before',
  async (victim) => {
    const before = await readable(desktop.start('galculator').pid);
    const processes = await busProcesses();
    process.kill(processes[victim], 'SIGKILL');
    if (victim === 'launcher') process.kill(processes.bus, 'SIGKILL');
    await until(async () => (await outcomeOf(engine.tree({ window: before.id }))) === 'answered', 20_000);
    const after = await readable(desktop.start('gtk3-widget-factory').pid);
    expect(await nodesOf(after)).toBeGreaterThan(100);
    // Clients of the old bus keep it; whether a toolkit reconnects is up to the toolkit.
    await until(async () => {
      const { nodeCount, diagnosis } = await engine.tree({ window: before.id });
      return nodeCount > 5 || diagnosis?.code === 'not_offered';
    }, 20_000);
  },
);

it('app keys are received again after the bus was killed, with a notice that some may be missing', async () => {
  const windows = { list: () => Promise.resolve([]) };
  const accessibility = openAccessibility(
    { publishedBus: () => Promise.resolve('') } as WindowSystem,
    windows,
    silentLog,
  );
  const received: number[] = [];
  let missed = 0;
  const listening = await accessibility.listenToKeys(
    ({ keysym }) => received.push(keysym),
    () => missed++,
  );
  const typed = async () => {
    await readable(desktop.start('mousepad', ['--disable-server']).pid);
    const before = received.length;
    await until(async () => {
      await run('xdotool', ['key', 'a'], { env: desktop.env });
      return received.length > before;
    }, 20_000);
  };
  try {
    await typed();
    const { bus } = await busProcesses();
    process.kill(bus, 'SIGKILL');
    await until(() => Promise.resolve(missed === 1));
    await typed();
  } finally {
    listening.dispose();
    accessibility.dispose();
  }
});

it('pending calls fail at once when the bus ends, with the reason', async () => {
  const window = await readable(desktop.start('galculator').pid);
  process.kill(window.processId, 'SIGSTOP');
  const waiting = outcomeOf(engine.tree({ window: window.id }));
  const { bus } = await busProcesses();
  process.kill(bus, 'SIGKILL');
  expect(['accessibility_unavailable', 'target_not_responding', 'answered']).toContain(await waiting);
  await until(async () => (await outcomeOf(engine.tree({ window: window.id }))) === 'answered', 20_000);
});

it('an unresponsive registry is named, and no app is blamed', async () => {
  const window = await readable(desktop.start('galculator').pid);
  const { root } = await engine.tree({ window: window.id });
  const registry = await registryOf(desktop);
  process.kill(registry, 'SIGSTOP');
  try {
    await expect(engine.children({ element: root.id })).rejects.toMatchObject({
      code: 'accessibility_unavailable',
      message: expect.stringContaining('registry') as string,
    });
  } finally {
    process.kill(registry, 'SIGCONT');
  }
  await until(async () => (await outcomeOf(engine.tree({ window: window.id }))) === 'answered', 20_000);
});

/** The process of this desktop: others run in parallel. */
async function registryOf({ env }: OwnDesktop): Promise<number> {
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [command, own] = await Promise.all(
      ['comm', 'environ'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')),
    );
    if (command?.startsWith('at-spi2-regis') && own?.split('\0').includes(`DISPLAY=${env['DISPLAY']}`))
      return Number(id);
  }
  throw new Error('No accessibility registry is running.');
}
