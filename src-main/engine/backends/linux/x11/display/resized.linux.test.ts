import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../../../../../scripts/lib/run.mjs';
import { silentLog } from '../../../../../base/log.ts';
import { createBackend } from '../../../../create-backend.ts';
import type { Engine } from '../../../../engine.ts';
import { createLocalEngine } from '../../../../process/local-engine.ts';
import { openOwnDesktop, type OwnDesktop } from '../../testing/own-desktop.ts';
import { until } from '../../testing/apps/target-app.ts';

/** Headless, so timings do not count. */
const small = ['small', '30', '1000', '1010', '1020', '1030', '700', '710', '720', '730'];
const whole = { x: 0, y: 0, width: 1_920, height: 1_080 };
const part = { x: 0, y: 0, width: 1_000, height: 700 };

let desktop: OwnDesktop;
let engine: Engine;

async function resize(mode: string): Promise<void> {
  const { code, output } = await run('xrandr', ['--output', 'screen', '--mode', mode], { env: desktop.env });
  if (code !== 0) throw new Error(output);
}

beforeAll(async () => {
  desktop = await openOwnDesktop();
  for (const args of [
    ['--newmode', ...small],
    ['--addmode', 'screen', 'small'],
  ])
    await run('xrandr', args, { env: desktop.env });
  await resize('small');
  engine = await createLocalEngine({ log: silentLog, backend: (options) => createBackend('linux', options) });
});
afterAll(async () => {
  await engine.close();
  await desktop.close();
});

const screen = async () => (await engine.capture({ target: { kind: 'screen' } })).bounds;
const monitor = async () => (await engine.capture({ target: { kind: 'monitor', monitor: 0 } })).bounds;

it('captures all of a growing desktop, and names the window beyond the edge of a shrinking one', async () => {
  expect([await screen(), await monitor()]).toEqual([part, part]);
  await resize('1920x1080');
  await until(async () => (await engine.describe({})).monitors[0]?.bounds.width === whole.width);
  expect([await screen(), await monitor()]).toEqual([whole, whole]);
  const corner = { x: 1_500, y: 800, width: 300, height: 200 };
  expect((await engine.capture({ target: { kind: 'region', region: corner } })).bounds).toEqual(corner);

  desktop.start('galculator');
  await until(async () => (await engine.listWindows({})).items.length === 1);
  const [window] = (await engine.listWindows({})).items;
  await engine.moveWindow({ window: window!.id, bounds: { x: 900, y: 500 } });
  await resize('small');
  await until(async () => (await engine.describe({})).monitors[0]?.bounds.width === part.width);
  const now = (await engine.listWindows({})).items[0]!;
  const at = { x: now.bounds.x + now.bounds.width - 20, y: now.bounds.y + now.bounds.height - 20 };
  await expect(engine.click({ at, button: 'left', count: 1 })).rejects.toMatchObject({
    code: 'invalid_region',
    message: `${at.x}, ${at.y} is on no monitor. “${now.title}” is partly or wholly off the screen.`,
    hint: expect.stringContaining(`Move the window ${now.id} onto a monitor (0, 0`) as string,
  });
});
