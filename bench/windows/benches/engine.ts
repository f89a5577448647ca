import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { center } from '../../../src-preload/contract/model/geometry.ts';
import type { WindowId, WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import { silentLog } from '../../../src-main/base/log.ts';
import { controls, messageFixture } from '../../../src-main/engine/backends/win32/testing/fixtures.ts';
import { parseWindowId } from '../../../src-main/engine/backends/win32/native/window.ts';
import { forkEngine } from '../../../src-main/engine/process/fork-engine.ts';
import { createRemoteEngine, type RemoteEngine } from '../../../src-main/engine/process/remote-engine.ts';
import { ours } from '../../lib/measurement.ts';
import type { WindowsBench, WindowsBenchContext } from '../bench.ts';

/** An idle desktop before each event: bursts are reported in batches. */
const pauseMs = 60;
const samplesEach = 5;
/** Anything slower has failed. */
const longestMs = 20_000;

export const engine: WindowsBench = {
  name: 'engine',
  title:
    'The engine in its process, from the call to the answer here. Event: from the wish that an app changes its title to ' +
    'the news. Start: from nothing, and after a kill, to the list of windows. Trees by messages to standard controls.',
  async run(context) {
    const client = start(context);
    const windows: WindowInfo[] = [];
    try {
      for (const [command, ...args] of [['notepad.exe'], [controls, 'gallery'], [controls, 'calculator']] as const) {
        windows.push(await client.launch({ command, args }));
      }
      await measureAll(context, client, windows);
    } finally {
      for (const { id } of windows) await client.actOnWindow({ window: id, action: 'close' });
      await client.close();
    }
  },
};

async function measureAll(context: WindowsBenchContext, client: RemoteEngine, windows: readonly WindowInfo[]) {
  const [notepad, gallery, calculator] = windows;
  if (!notepad || !gallery || !calculator) throw new Error('An app did not start.');
  const measure = timerOf(context);
  await measure('desktop', 'list of windows', async () => (await client.listWindows({})).items.length);
  await measure('desktop', 'picture', async () => (await client.capture({ target: { kind: 'screen' } })).bounds.width);
  for (const [name, { id }] of [['Notepad', notepad] as const, ['gallery', gallery] as const]) {
    await measure(name, 'tree', async () => (await client.tree({ window: id })).nodeCount);
  }
  await client.actOnWindow({ window: calculator.id, action: 'focus' });
  const { matches } = await client.find({ window: calculator.id, selector: 'role=Button name="7"' });
  const at = center(matches[0]?.bounds ?? calculator.bounds);
  await measure('calculator', 'click', () => client.click({ at, button: 'left', count: 1 }).then(() => 1));

  let number = 1_000;
  await measure('gallery', 'event', async () => {
    await sleep(pauseMs);
    return news(client, gallery.id, (number += 1));
  });
  await measure('engine', 'start', async () => {
    const other = start(context);
    const { items } = await other.listWindows({});
    void other.close();
    return items.length;
  });
  await measure('engine', 'start after a kill', () => afterKill(context));
}

/** Uses an engine without earlier failures: one that is killed repeatedly restarts later each time. */
async function afterKill(context: WindowsBenchContext): Promise<number> {
  const client = start(context);
  await client.listWindows({});
  const began = performance.now();
  process.kill(client.processId ?? 0, 'SIGKILL');
  const deadline = began + longestMs;
  while (client.status.state === 'ready' && performance.now() < deadline) await sleep(1);
  await client.listWindows({});
  const elapsed = performance.now() - began;
  await client.close();
  return elapsed;
}

/** Time from a request to its event, matched by the number in the title. */
async function news(client: RemoteEngine, id: WindowId, number: number): Promise<number> {
  const reported = new Promise<void>((resolve) => {
    const watching = client.on('windows', ({ updated }) => {
      if (!updated.some(({ title }) => title === `Fixture Title ${number}`)) return;
      watching.dispose();
      resolve();
    });
  });
  await client.listWindows({});
  await sleep(pauseMs);
  const began = performance.now();
  messageFixture(parseWindowId(id), 'SetTitle', number, 1);
  const isReported = await Promise.race([reported.then(() => true), sleep(longestMs, false, { ref: false })]);
  if (!isReported) throw new Error('There is no news of the title.');
  return performance.now() - began;
}

/** Takes its own time, since only a part of it counts. */
const ownTimes: readonly string[] = ['event', 'start after a kill'];

/** Takes samples of a call, which returns how much it found, or how long it took. */
function timerOf({ collector, rounds }: WindowsBenchContext) {
  return async (subject: string, task: string, work: () => Promise<number>): Promise<void> => {
    for (let sample = 0; sample < rounds * samplesEach; sample++) {
      await collector.attempt(`${task} of ${subject}`, async () => {
        const began = performance.now();
        const found = await work();
        const elapsed = performance.now() - began;
        const key = { subject, task, contestant: ours };
        if (ownTimes.includes(task)) collector.add(key, found);
        else collector.add(key, elapsed, found);
      });
    }
  };
}

function start({ engineEntry }: WindowsBenchContext): RemoteEngine {
  const spawn = () => forkEngine(engineEntry, { backend: 'windows', log: 'ignore' });
  return createRemoteEngine({ spawn, log: silentLog });
}
