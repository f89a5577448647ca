import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../../../../base/log.ts';
import type { Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Backend } from '../../../../backend.ts';
import { createBackend } from '../../../../create-backend.ts';
import type { Engine } from '../../../../engine.ts';
import { createLocalEngine } from '../../../../process/local-engine.ts';
import { openOwnDesktop, type OwnDesktop } from '../../testing/own-desktop.ts';
import { outputOf } from '../../testing/x-display.ts';
import { until } from '../../testing/apps/target-app.ts';
import { XConnection } from '../display/connection.ts';

let desktop: OwnDesktop;
let engine: Engine;
/** Captures what the engine draws: its own pictures exclude only its own outlines. */
let witness: Backend;
let x: XConnection;

beforeAll(async () => {
  desktop = await openOwnDesktop();
  engine = await createLocalEngine({ log: silentLog, backend: (options) => createBackend('linux', options) });
  witness = await createBackend('linux', { ownProcessIds: () => new Set(), log: silentLog });
  x = await XConnection.open(desktop.env['DISPLAY'] ?? '');
});
afterEach(() => engine.highlight({ boxes: [] }));
afterAll(async () => {
  x.close();
  await witness.close();
  await engine.close();
  await desktop.close();
});

const red = [0xe5, 0x14, 0x00] as const;
const box: Rect = { x: 300, y: 300, width: 200, height: 100 };

async function redIn(region: Rect): Promise<number> {
  const { rgba } = await witness.capture.screen(region);
  let count = 0;
  for (let at = 0; at < rgba.length; at += 4) if (red.every((value, i) => rgba[at + i] === value)) count++;
  return count;
}

async function open(title: string, bounds: Rect): Promise<WindowInfo> {
  desktop.start('xmessage', ['-title', title, '-geometry', '300x200', title]);
  let found: WindowInfo | undefined;
  await until(async () => {
    found = (await engine.listWindows({})).items.find((window) => window.title === title);
    return found !== undefined;
  });
  return engine.moveWindow({ window: found!.id, bounds });
}

/** An override-redirect window, as menus are. */
async function popUp({ x: left, y: top, width, height }: Rect): Promise<() => void> {
  const id = x.client.AllocID();
  const values = { overrideRedirect: 1, backgroundPixel: 0x00ff00 };
  x.client.CreateWindow(id, x.root, left, top, width, height, 0, 0, 1, 0, values);
  x.client.MapWindow(id);
  await x.sync();
  return () => x.client.DestroyWindow(id);
}

test('it stays above windows opened later', async () => {
  const top = { x: box.x, y: box.y - 3, width: box.width, height: 3 };
  await engine.highlight({ boxes: [{ bounds: box, label: '', line: 'solid' }] });
  await until(async () => (await redIn(top)) === top.width * top.height);
  const close = await popUp({ x: box.x - 50, y: box.y - 50, width: 150, height: 80 });
  try {
    await until(async () => (await redIn(top)) === top.width * top.height, 5_000);
  } finally {
    close();
  }
});

test('two topmost programs do not fight over the top', async () => {
  const other = await createLocalEngine({ log: silentLog, backend: (options) => createBackend('linux', options) });
  let restacked = 0;
  const received = x.onEvent(({ name }) => (restacked += Number(name === 'ConfigureNotify')));
  x.client.ChangeWindowAttributes(x.root, { eventMask: 0x00080000 });
  try {
    const boxes = [{ bounds: box, label: 'one', line: 'solid' } as const];
    await Promise.all([engine, other].map((each) => each.highlight({ boxes })));
    const close = await popUp(box);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    close();
    expect(restacked).toBeGreaterThan(0);
    expect(restacked).toBeLessThan(30);
  } finally {
    received.dispose();
    await other.close();
  }
});

test("its line width follows the session's scale", async () => {
  const lineBeside = () => redIn({ x: box.x - 20, y: box.y + 50, width: 20, height: 1 });
  const show = () => engine.highlight({ boxes: [{ bounds: box, label: 'Label', line: 'solid' }] });
  await show();
  await until(async () => (await lineBeside()) === 3);
  const labelAt = { x: box.x - 10, y: box.y - 50, width: 5, height: 50 };
  const small = await redIn(labelAt);
  await outputOf('sh', ['-c', 'echo "Xft.dpi: 192" | xrdb -merge'], desktop.env);
  try {
    await show();
    await until(async () => (await lineBeside()) === 6);
    expect(await redIn(labelAt)).toBeGreaterThan(small);
  } finally {
    await outputOf('sh', ['-c', 'xrdb -remove'], desktop.env);
  }
});

test('it never covers our own windows above the target, wherever they move', async () => {
  const target = await open('target', { x: 200, y: 200, width: 500, height: 400 });
  const ours = await open('ours', { x: 400, y: 350, width: 200, height: 150 });
  await engine.setOwnProcesses({ processIds: [ours.processId] });
  const bounds = { x: target.bounds.x + 50, y: target.bounds.y + 50, width: 300, height: 200 };
  await engine.highlight({ boxes: [{ bounds, label: 'here', line: 'solid', window: target.id }] });
  const around = { x: bounds.x - 3, y: bounds.y - 3, width: bounds.width + 6, height: bounds.height + 6 };
  await until(async () => (await redIn(around)) > 500);
  expect(await redIn(ours.bounds)).toBe(0);
  const whole = await redIn(around);
  await outputOf('wmctrl', ['-i', '-r', ours.id, '-e', `0,${bounds.x - 50},${bounds.y + 20},-1,-1`], desktop.env);
  const moved = async () => (await witness.windows.list({ all: true })).find(({ id }) => id === ours.id)!.bounds;
  await until(async () => (await moved()).x !== ours.bounds.x);
  await until(async () => (await redIn(await moved())) === 0 && (await redIn(around)) !== whole, 5_000);
  // Behind the target, none of our windows is in the way.
  await outputOf('wmctrl', ['-i', '-a', target.id], desktop.env);
  await until(async () => (await redIn(around)) > whole, 5_000);
});
