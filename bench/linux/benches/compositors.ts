import { performance } from 'node:perf_hooks';
import { createLog } from '../../../src-main/base/log.ts';
import { hasGnome, startGnome } from '../../../src-main/engine/backends/linux/testing/compositors/gnome-session.ts';
import { hasKWin, startKWin } from '../../../src-main/engine/backends/linux/testing/compositors/kwin-session.ts';
import { startSway } from '../../../src-main/engine/backends/linux/testing/compositors/sway-session.ts';
import { createBackend } from '../../../src-main/engine/create-backend.ts';
import type { Engine } from '../../../src-main/engine/engine.ts';
import { createLocalEngine } from '../../../src-main/engine/process/local-engine.ts';
import { center } from '../../../src-preload/contract/model/geometry.ts';
import type { WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import { treeApps } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { spread, visibleLeaves } from '../leaves.ts';
import { startApp } from '../running-app.ts';

interface Session {
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

const here: Session = { env: {}, close: () => Promise.resolve() };

/** X11 first: the baseline. */
const sessions: readonly (readonly [name: string, isThere: boolean, start: () => Promise<Session>])[] = [
  ['X11', true, () => Promise.resolve(here)],
  ['sway', true, () => startSway()],
  ['KWin', hasKWin, () => startKWin()],
  ['GNOME', hasGnome, () => startGnome()],
];

const apps: readonly string[] = ['galculator', 'gtk3-widget-factory', 'gtk4-widget-factory'];
const pointsPerApp = 20;

export const compositors: Bench = {
  name: 'compositors',
  title:
    'The same on X11 and on compositors of Wayland, each without a screen: the list of windows, a look at a tree that was looked ' +
    'at before, the element under a pixel (the middles of 20 visible elements, found is how many answers were that very ' +
    'one), and a click at the same empty place. On Wayland no one tells what was painted, so trees are read again.',
  async run(context) {
    for (const [name, isThere, start] of sessions) {
      if (isThere) await context.collector.attempt(name, () => measureOn(context, name, start));
      else context.collector.failures.push(`${name}: it is not installed.`);
    }
  },
};

async function measureOn(context: BenchContext, name: string, start: () => Promise<Session>): Promise<void> {
  const session = await start();
  const before = { ...process.env };
  become({ ...before, ...session.env });
  try {
    const engine = await createLocalEngine({
      log: createLog('bench engine'),
      backend: (options) => createBackend(name === 'X11' ? 'x11' : 'wayland', options),
    });
    try {
      for (const app of treeApps(context.electron).filter((each) => apps.includes(each.name))) {
        context.progress(`compositors: ${name}, ${app.name}`);
        const running = await startApp(engine, app);
        try {
          await measure(context, name, engine, { ...running.window, title: app.name });
        } finally {
          await running.close();
        }
      }
    } finally {
      await engine.close();
    }
  } finally {
    become(before);
    await session.close();
  }
}

/** Gives this process these variables and no others. */
function become(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env))
    if (variables[name] === undefined) Reflect.deleteProperty(process.env, name);
  for (const [name, value] of Object.entries(variables)) if (value !== undefined) process.env[name] = value;
}

async function measure({ collector, rounds }: BenchContext, contestant: string, engine: Engine, window: WindowInfo) {
  const { id, title: subject } = window;
  const timed = async (task: string, work: () => Promise<number>, per = 1) => {
    const start = performance.now();
    const found = await work();
    collector.add({ subject, task, contestant }, (performance.now() - start) / per, found);
  };
  await engine.actOnWindow({ window: id, action: 'focus' });
  const { root } = await engine.tree({ window: id });
  const leaves = spread(visibleLeaves(root, window), pointsPerApp);
  for (let round = 0; round < rounds; round++) {
    await timed('list of windows', async () => (await engine.listWindows({})).items.length);
    await timed('look at a tree', async () => (await engine.tree({ window: id })).nodeCount);
    const pick = async () => {
      let right = 0;
      for (const { id: wanted, bounds } of leaves)
        right += bounds && (await engine.elementAt(center(bounds)))?.element.id === wanted ? 1 : 0;
      return right;
    };
    await timed('element at a point', pick, leaves.length);
    const at = center(leaves.at(-1)?.bounds ?? window.bounds);
    await timed('click', async () => {
      await engine.click({ at, button: 'left', count: 1 });
      return 1;
    });
  }
}
