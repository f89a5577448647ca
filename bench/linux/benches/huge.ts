import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../../src-main/base/log.ts';
import type { Engine } from '../../../src-main/engine/engine.ts';
import type { WindowId } from '../../../src-preload/contract/model/windows/window.ts';
import { forkEngine } from '../../../src-main/engine/process/fork-engine.ts';
import { createRemoteEngine } from '../../../src-main/engine/process/remote-engine.ts';
import { interleave, type Contestant } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import { warmUp, withAnchor } from '../anchor.ts';
import { hugeApps, type AppSpec } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { freshEngine } from '../fresh-engine.ts';
import { longestPause } from '../longest-pause.ts';
import { peerContestant } from '../peer-contestant.ts';
import { treePeers } from '../peers/tree-peers.ts';
import { withApp } from '../running-app.ts';

/** Pause between reads, for every contestant. Milliseconds. */
const pauseMs = 500;

export const huge: Bench = {
  name: 'huge',
  title:
    'The whole tree of a page with a table of 10,000 cells. The pause is the longest time in which the process that asks ' +
    'did nothing else: the engine in its own process leaves its caller free. Peers (but dogtail, which needs minutes) ' +
    'do nothing else for all of their time. All but the forked engine, which is new, have read another window before.',
  async run(context) {
    const peers = (await treePeers()).filter(({ name }) => name !== 'dogtail');
    const wanted = hugeApps(context.electron).filter(({ name }) => context.app === null || context.app === name);
    await withAnchor(context, async (anchor) => {
      for (const app of wanted) {
        context.progress(`huge: ${app.name}`);
        const fork = () => Promise.resolve(createRemoteEngine({ spawn: () => forked(context), log: silentLog }));
        await warmUp(anchor);
        await interleave(Math.ceil(context.rounds / 2), [
          engineContestant(context, app, ours, freshEngine),
          engineContestant(context, app, `${ours}, forked`, fork),
          ...peers.map((peer) => peerContestant(context, app, peer, anchor)),
        ]);
      }
    });
  },
};

function forked(context: BenchContext) {
  return forkEngine(context.engineEntry, { backend: 'linux', log: 'ignore' });
}

function engineContestant(
  context: BenchContext,
  app: AppSpec,
  contestant: string,
  create: () => Promise<Engine>,
): Contestant {
  const look = async (engine: Engine, window: WindowId, task: string) => {
    const start = performance.now();
    const { result, pauseMs: pause } = await longestPause(async () => {
      const { nodeCount, truncated } = await engine.tree({ window }, { timeoutMs: 60_000 });
      return { nodeCount, truncated, ms: performance.now() - start };
    });
    context.collector.add({ subject: app.name, task, contestant }, result.ms, result.nodeCount);
    context.collector.add({ subject: app.name, task: `pause, ${task}`, contestant }, pause);
    if (result.truncated === 'time') context.collector.failures.push(`${app.name}, ${task}: it ran out of time`);
  };
  return {
    name: contestant,
    sample: () =>
      withApp(context, app, contestant, async ({ id }) => {
        const engine = await create();
        try {
          await engine.listWindows({});
          await look(engine, id, 'first look');
          await sleep(pauseMs);
          await look(engine, id, 'second look');
        } finally {
          await engine.close();
        }
      }),
  };
}
