import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { traffic } from '../../../src-main/engine/backends/linux/dbus/traffic.ts';
import type { Engine } from '../../../src-main/engine/engine.ts';
import type { WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import { ours } from '../../lib/measurement.ts';
import { interleave, type Contestant } from '../../lib/interleave.ts';
import { warmUp, withAnchor } from '../anchor.ts';
import { namedApps, treeApps, type AppSpec } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { countCpu } from '../cpu.ts';
import { freshEngine } from '../fresh-engine.ts';
import { peerContestant } from '../peer-contestant.ts';
import { treePeers } from '../peers/tree-peers.ts';
import { withApp } from '../running-app.ts';

/** Pause between reads, for every contestant. Milliseconds. */
const pauseMs = 500;

export const tree: Bench = {
  name: 'tree',
  title:
    'The whole tree of a window: role, name, description, states, place on the screen, text and value of each element. ' +
    'Each sample is taken on a fresh instance of the app that no one looked at before. Peers time themselves, after ' +
    'they have started and found the window; ours is one call of an engine whose connections stand. All have read another ' +
    'window ten times before. CPU: of whoever asks, and of the app’s main thread. ' +
    'Asked: our calls on the bus; told: what went over it for them.',
  run: runTree,
};

async function runTree(context: BenchContext): Promise<void> {
  const peers = await treePeers();
  await withAnchor(context, async (anchor) => {
    const apps = [...treeApps(context.electron), ...namedApps];
    const wanted = apps.filter(({ name }) => context.app === null || context.app === name);
    for (const app of wanted) {
      context.progress(`tree: ${app.name}`);
      const engine = engineContestant(context, app, anchor);
      await interleave(context.rounds, [engine, ...peers.map((peer) => peerContestant(context, app, peer, anchor))]);
    }
  });
}

/** @param anchor read first, so that the engine is connected and its code warm when it reads the app */
function engineContestant(context: BenchContext, app: AppSpec, anchor: WindowInfo): Contestant {
  const { collector } = context;
  const look = async (engine: Engine, window: WindowInfo, task: string) => {
    const cpu = countCpu(window.processId);
    const before = { ...traffic };
    const start = performance.now();
    const { nodeCount, truncated, diagnosis } = await engine.tree({ window: window.id }, { timeoutMs: 60_000 });
    collector.add({ subject: app.name, task, contestant: ours }, performance.now() - start, nodeCount, cpu());
    const asked = { subject: app.name, task: `${task}, asked`, contestant: ours };
    collector.add({ ...asked, unit: 'calls' }, traffic.calls - before.calls);
    const bytes = traffic.sent + traffic.received - before.sent - before.received;
    collector.add({ ...asked, task: `${task}, told`, unit: 'kB' }, bytes / 1_000);
    const trouble = truncated === 'time' ? 'it ran out of time' : diagnosis?.message;
    if (trouble) collector.failures.push(`${app.name}, ${task}: ${trouble}`);
  };
  return {
    name: ours,
    sample: () =>
      withApp(context, app, ours, async (window) => {
        await warmUp(anchor);
        const engine = await freshEngine();
        try {
          await engine.tree({ window: anchor.id });
          await look(engine, window, 'first look');
          await sleep(pauseMs);
          await look(engine, window, 'second look');
        } finally {
          await engine.close();
        }
      }),
  };
}
