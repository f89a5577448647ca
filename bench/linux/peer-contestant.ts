import type { WindowInfo } from '../../src-preload/contract/model/windows/window.ts';
import type { Contestant } from '../lib/interleave.ts';
import type { AppSpec } from './apps.ts';
import type { BenchContext } from './bench.ts';
import type { TreePeer } from './peers/tree-peers.ts';
import { withApp } from './running-app.ts';

/** A peer that reads a fresh instance of an app twice, after another app. */
export function peerContestant(context: BenchContext, app: AppSpec, peer: TreePeer, anchor: WindowInfo): Contestant {
  const { name } = peer;
  return {
    name,
    sample: () =>
      withApp(context, app, name, async ({ processId }) => {
        const [first, second] = await peer.read(processId, anchor.processId);
        const key = { subject: app.name, contestant: name };
        context.collector.add({ ...key, task: 'first look' }, first.ms, first.nodes, first);
        context.collector.add({ ...key, task: 'second look' }, second.ms, second.nodes, second);
      }),
  };
}
