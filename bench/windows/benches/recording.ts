import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../../src-main/base/log.ts';
import { setCursorPos } from '../../../src-main/engine/backends/win32/input/api.ts';
import { parseWindowId } from '../../../src-main/engine/backends/win32/native/window.ts';
import { beginProbe, controls, endProbe } from '../../../src-main/engine/backends/win32/testing/fixtures.ts';
import * as person from '../../../src-main/engine/backends/win32/testing/person.ts';
import { costsOf, leavesOf, middleOf, untilQuiet } from '../../../src-main/engine/backends/win32/testing/uia-costs.ts';
import { UiaFixture } from '../../../src-main/engine/backends/win32/testing/uia-fixture.ts';
import { forkEngine } from '../../../src-main/engine/process/fork-engine.ts';
import { createRemoteEngine, type RemoteEngine } from '../../../src-main/engine/process/remote-engine.ts';
import type { Rect } from '../../../src-preload/contract/model/geometry.ts';
import type { WindowId } from '../../../src-preload/contract/model/windows/window.ts';
import { ours } from '../../lib/measurement.ts';
import type { WindowsBench, WindowsBenchContext } from '../bench.ts';

/** Sizes, and the number of children per node: one more for the largest, so that leaves are visible. */
const sizes = [
  [1_500, 10],
  [6_000, 10],
  [50_000, 100],
] as const;
/** What a node costs its app, whether read or looked at; microseconds. The slowest apps others reported. */
const cost = { nodeMicroseconds: 500, searchMicroseconds: 500 };
const minuteMs = 60_000;

export const recording: WindowsBench = {
  name: 'recording',
  title:
    'What a recording costs an app of 0.5 ms an element: the longest that a message to its window waited, of one posted each ' +
    'millisecond while the pointer comes to rest on an element, while one is clicked, and, once, in a minute without input. ' +
    'Noted: questions, and for how long their elements kept the app busy.',
  async run(context) {
    const fixture = UiaFixture.install();
    const spawn = () => forkEngine(context.engineEntry, { backend: 'windows', log: 'ignore' });
    const engine = createRemoteEngine({ spawn, log: silentLog });
    const window = (await engine.launch({ command: controls, args: ['gallery'] })).id;
    try {
      await engine.actOnWindow({ window, action: 'focus' });
      fixture.showTree({ window: parseWindowId(window), nodes: 10 });
      const { matches } = await engine.find({ window, selector: 'path=0' });
      const bench = new RecordingBench(context, fixture, engine, window, matches[0]?.bounds as Rect);
      for (let round = 0; round < context.rounds; round++) {
        for (const [nodes, fanOut] of sizes) await bench.run(nodes, fanOut, round === 0);
      }
    } finally {
      fixture.reset();
      await engine.actOnWindow({ window, action: 'close' });
      await engine.close();
      fixture.uninstall();
    }
  },
};

class RecordingBench {
  readonly #context: WindowsBenchContext;
  readonly #fixture: UiaFixture;
  readonly #engine: RemoteEngine;
  readonly #window: WindowId;
  readonly #area: Rect;

  constructor(context: WindowsBenchContext, fixture: UiaFixture, engine: RemoteEngine, window: WindowId, area: Rect) {
    this.#context = context;
    this.#fixture = fixture;
    this.#engine = engine;
    this.#window = window;
    this.#area = area;
  }

  async run(nodes: number, fanOut: number, withMinute: boolean): Promise<void> {
    const handle = parseWindowId(this.#window);
    this.#fixture.showTree({ window: handle, nodes, fanOut });
    this.#fixture.section.set(cost);
    const [rests = 0, ...pressed] = leavesOf(nodes, fanOut);
    const begun = this.#fixture.section.read('calls');
    const listening = this.#engine.on('input', () => undefined);
    await this.#engine.describe({});
    while (this.#fixture.section.read('calls') === begun) await sleep(20);
    await untilQuiet(() => this.#fixture.section.read('calls'));
    const there = middleOf(rests, this.#area);
    await this.#measure(nodes, 'the pointer rests', () => setCursorPos(there.x, there.y));
    for (const leaf of pressed) {
      await this.#measure(nodes, 'a click', () => person.click(middleOf(leaf, this.#area)));
    }
    if (withMinute) await this.#measure(nodes, 'a minute', () => sleep(minuteMs));
    listening.dispose();
    this.#fixture.section.set({ nodeMicroseconds: 0, searchMicroseconds: 0 });
    await this.#engine.describe({});
  }

  async #measure(nodes: number, task: string, work: () => unknown): Promise<void> {
    const handle = parseWindowId(this.#window);
    beginProbe(handle);
    const { questions, appMs } = await costsOf(this.#fixture, work);
    const longestMs = endProbe(handle);
    const note = `${questions} questions, ${Math.round(appMs)} ms of the app`;
    this.#context.collector.add({ subject: `${nodes} elements`, task, contestant: ours, note }, longestMs);
  }
}
