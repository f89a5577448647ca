import { expect, test, vi } from 'vitest';
import { silentLog } from '../../../../base/log.ts';
import { forkEngine } from '../../../fork-engine.ts';
import { createRemoteEngine } from '../../../remote-engine.ts';
import { buildEntry } from '../../../testing/build-entry.ts';
import { isKeyDown } from './api.ts';
import { soon } from '../../../testing/soon.ts';

/** `VK_MBUTTON` and `VK_LSHIFT`. */
const held = () => [isKeyDown(0x04), isKeyDown(0xa0)];

test('an engine that is killed in the middle of a drag: the next one lets button and modifier go', async () => {
  const entry = await buildEntry();
  const spawn = () => forkEngine(entry.path, { backend: 'windows', log: 'ignore' });
  const engine = createRemoteEngine({ spawn, log: silentLog });
  try {
    const way = { from: { x: 900, y: 900 }, to: { x: 950, y: 950 }, durationMs: 30_000 } as const;
    const drag = engine.drag({ ...way, button: 'middle', modifiers: ['shift'] }, { timeoutMs: 60_000 });
    const failing = expect(drag).rejects.toMatchObject({ code: 'engine_restarted' });
    await vi.waitFor(() => expect(held()).toEqual([true, true]), soon);
    process.kill(engine.processId ?? 0, 'SIGKILL');
    await failing;
    await vi.waitFor(() => expect(engine.status.restarts).toBe(1), soon);
    await engine.describe({});
    await vi.waitFor(() => expect(held()).toEqual([false, false]), soon);
  } finally {
    await engine.close();
    await entry.remove();
  }
});
