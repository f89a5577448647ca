import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../../src-main/base/log.ts';
import { sendInput } from '../../../src-main/engine/backends/win32/input/api.ts';
import { inputSize, type InputEvent } from '../../../src-main/engine/backends/win32/input/events.ts';
import { buttonEvent, moveEvent } from '../../../src-main/engine/backends/win32/input/mouse.ts';
import { virtualScreen } from '../../../src-main/engine/backends/win32/monitors/monitors.ts';
import { controls } from '../../../src-main/engine/backends/win32/testing/fixtures.ts';
import { packUnmarked } from '../../../src-main/engine/backends/win32/testing/person.ts';
import { forkEngine } from '../../../src-main/engine/process/fork-engine.ts';
import { createRemoteEngine } from '../../../src-main/engine/process/remote-engine.ts';
import { center } from '../../../src-preload/contract/model/geometry.ts';
import { ours } from '../../lib/measurement.ts';
import type { WindowsBench, WindowsBenchContext } from '../bench.ts';

const eventsPerRound = 300;
/** As fast as a hand, not faster. */
const pauseMs = 4;
/** `VK_F15`, which no app listens to. */
const idleKey = 0x7e;

export const hooks: WindowsBench = {
  name: 'hooks',
  title:
    'What a recording adds to each event on its way to its program: how long `SendInput` takes, which comes back when all ' +
    'hooks have, without and with our hooks, while the recording looks up what is pressed. By turns in one run.',
  async run(context) {
    const spawn = () => forkEngine(context.engineEntry, { backend: 'windows', log: 'ignore' });
    const engine = createRemoteEngine({ spawn, log: silentLog });
    const window = await engine.launch({ command: controls, args: ['calculator'] });
    try {
      await engine.actOnWindow({ window: window.id, action: 'focus' });
      const { matches } = await engine.find({ window: window.id, selector: 'role=Button name="7"' });
      const events = kinds(center(matches[0]?.bounds ?? window.bounds));
      for (let round = 0; round < context.rounds; round++) {
        await measure(context, 'without', events);
        const listening = engine.on('input', () => undefined);
        await engine.describe({});
        await sleep(500);
        await measure(context, 'with a recording', events);
        listening.dispose();
        await engine.describe({});
        await sleep(500);
      }
      for (const task of Object.keys(events)) reportDelay(context, task);
    } finally {
      await engine.actOnWindow({ window: window.id, action: 'close' });
      await engine.close();
    }
  },
};

type Kinds = Readonly<Record<string, (number: number) => InputEvent>>;

function kinds({ x, y }: { readonly x: number; readonly y: number }): Kinds {
  return {
    'a movement': (number) => moveEvent({ x: x + (number % 5), y }, virtualScreen()),
    'a button': (number) => buttonEvent('left', number % 2 === 0),
    'a key': (number) => ({
      type: 'key',
      key: { code: idleKey, extended: false },
      scanCode: 0,
      down: number % 2 === 0,
    }),
  };
}

async function measure({ collector }: WindowsBenchContext, contestant: string, events: Kinds): Promise<void> {
  for (const [task, event] of Object.entries(events)) {
    for (let number = 0; number < eventsPerRound; number++) {
      const inputs = packUnmarked([event(number)]);
      const began = performance.now();
      sendInput(1, inputs, inputSize);
      collector.add({ subject: 'an event', task, contestant }, performance.now() - began);
      await sleep(pauseMs);
    }
  }
}

/** Difference of the 95th percentiles: the extra delay of the 95th of a hundred events. */
function reportDelay({ collector }: WindowsBenchContext, task: string): void {
  const samplesOf = (contestant: string) =>
    collector.measurements.find((each) => each.task === task && each.contestant === contestant)?.samples ?? [];
  const [without, recording] = [samplesOf('without'), samplesOf('with a recording')];
  for (const share of [0.5, 0.95]) {
    const key = { subject: `added to ${task}`, task: share === 0.5 ? 'median' : 'p95', contestant: ours };
    collector.add(key, quantile(recording, share) - quantile(without, share));
  }
}

function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
