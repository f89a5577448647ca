import { performance } from 'node:perf_hooks';
import type { WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import { formatWindowId } from '../../../src-main/engine/backends/win32/native/window.ts';
import { controls } from '../../../src-main/engine/backends/win32/testing/fixtures.ts';
import { UiaFixture } from '../../../src-main/engine/backends/win32/testing/uia-fixture.ts';
import { UiaClient } from '../../../src-main/engine/backends/win32/uia/client.ts';
import { createUiaStrategy } from '../../../src-main/engine/backends/win32/uia/strategy.ts';
import { end, start } from '../../../src-main/engine/testing/programs.ts';
import { ours } from '../../lib/measurement.ts';
import type { WindowsBench } from '../bench.ts';
import { windowOf } from '../window-of.ts';

const sizes = [1_500, 6_000, 50_000] as const;
/** Cost of a cross-process call on Windows, and of each element it returns; microseconds. Reported by others. */
const cost = { callMicroseconds: 100, nodeMicroseconds: 130 };
const everything = { depth: 200, maxNodes: 50_001, cancelled: () => false };

export const looks: WindowsBench = {
  name: 'looks',
  title:
    'The first and the second look at windows of several sizes, from our UI Automation server for tests, where a call to another ' +
    'process costs 100 µs and each element it brings 0.13 ms. Found: elements.',
  async run({ collector, rounds }) {
    const fixture = UiaFixture.install();
    const app = start(controls, ['notes']);
    try {
      const window = await windowOf('FixtureNotes');
      fixture.section.set(cost);
      const info = { id: formatWindowId(window) } as WindowInfo;
      for (let round = 0; round < rounds; round++) {
        for (const nodes of sizes) {
          fixture.showTree({ window, nodes });
          const strategy = createUiaStrategy(new UiaClient());
          for (const look of ['first look', 'second look']) {
            fixture.section.set({ calls: 0, mostNodes: 0 });
            const begun = performance.now();
            const { nodeCount } = strategy.walk(info, null, everything);
            const ms = performance.now() - begun;
            const longestMs = Math.round((fixture.section.read('mostNodes') * cost.nodeMicroseconds) / 1_000);
            const note = `${fixture.section.read('calls')} questions, the longest ${longestMs} ms`;
            collector.add({ subject: `${nodes} elements`, task: look, contestant: ours, note }, ms, nodeCount);
          }
        }
      }
    } finally {
      await end(app);
      fixture.uninstall();
    }
  },
};
