import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { bundleEntry, type BuiltEntry } from '../../../../../scripts/lib/bundle.mjs';
import { silentLog } from '../../../../base/log.ts';
import type { Step } from '#contract/model/recordings/recording';
import { replayed } from '../../../../recorder/testing/live-recording.ts';
import { press } from '../../../../replay/testing/steps.ts';
import type { Engine } from '../../../engine.ts';
import { forkEngine } from '../../../process/fork-engine.ts';
import { createRemoteEngine, type RemoteEngine } from '../../../process/remote-engine.ts';
import { elementOf, type Desk } from '../../../testing/desk.ts';
import { soon } from '../../../testing/outcome.ts';
import { hasGnome } from '../testing/compositors/gnome-session.ts';
import { hasKWin } from '../testing/compositors/kwin-session.ts';
import { gnomeXDesk, kwinXDesk, swayDesk, type RecordingDesk } from '../testing/recording-desks.ts';
import { python, targetScript } from '../testing/apps/target-app.ts';

const title = 'Order';
const [box, field] = ['role=CheckBox name="Gift"', 'role=Edit name="Name"'];
const window = { app: '', title, className: '' };
const click = (id: string): Step => ({ ...press('Gift', [box]), id, window });
const type: Step = {
  ...press('Name', [field]),
  window,
  action: { type: 'typeText', text: 'a lot to type, '.repeat(60) },
};

let entry: BuiltEntry;
let desk: RecordingDesk | undefined;
let engine: RemoteEngine | undefined;
beforeAll(async () => {
  entry = await bundleEntry();
});
afterEach(async () => {
  await engine?.close();
  await desk?.close();
  [engine, desk] = [undefined, undefined];
});
afterAll(() => entry.remove());

const find = (from: RemoteEngine, selector: string) =>
  elementOf({ engine: from as Engine } as Desk, { title, selector });

async function openForm(on: RecordingDesk, from: RemoteEngine): Promise<void> {
  on.start(python, (folder) => [targetScript('gtk3_order.py'), join(folder, 'order')]);
  await vi.waitFor(async () => expect((await find(from, box)).bounds).not.toBeNull(), soon);
}

const desks = { sway: swayDesk, ...(hasKWin && { KWin: () => kwinXDesk() }), ...(hasGnome && { GNOME: gnomeXDesk }) };

it.each(Object.entries(desks))(
  '%s: a step whose compositor is killed reports its progress, the rest is skipped, and the next compositor is found',
  async (_, open) => {
    desk = await open();
    await (await desk.enter()).close();
    // As selected by the app and the MCP server.
    const remote = (engine = createRemoteEngine({
      spawn: () => forkEngine(entry.path, { backend: 'auto', log: 'ignore' }),
      log: silentLog,
    }));
    await openForm(desk, remote);
    const replaying = replayed(remote, [click('before'), type, click('after')]);
    const begun = vi.waitFor(async () => expect((await find(remote, field)).value).not.toBe(''), soon);
    await Promise.race([begun, replaying.then((results) => expect.fail(results.join('; ')))]);
    await desk.restart();
    expect(await replaying).toEqual([
      'passed',
      expect.stringMatching(/^failed: The Wayland compositor cannot be used: .* \d+ of 900 characters went\./),
      'skipped: Not reached.',
    ]);
    await vi.waitFor(async () => expect((await remote.listWindows({})).items).toEqual([]), soon);
    expect((await remote.describe({})).backend).toBe('wayland');
    // Through XWayland, whose authority may have changed.
    await openForm(desk, remote);
    expect(await replayed(remote, [click('again')])).toEqual(['passed']);
    expect((await find(remote, box)).states).toContain('checked');
  },
);

if (!hasKWin) it.skip('skips KWin: kwin_wayland is not installed');
if (!hasGnome) it.skip('skips GNOME: gnome-shell is not installed');
