import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { heldInput } from '../../engine/backends/linux/testing/people/person.ts';
import { XConnection } from '../../engine/backends/linux/x11/display/connection.ts';
import { createDesktopBench, type DesktopBench } from '../../tools/testing/desktop-bench.ts';
import { eras } from '../testing/http-bench.ts';
import { rawCall } from '../testing/raw-call.ts';

const soon = { timeout: 20_000, interval: 20 };
let bench: DesktopBench;
/** A witness with its own connection. */
let x: XConnection;

beforeAll(async () => {
  bench = await createDesktopBench();
  x = await XConnection.open(bench.desktop.display);
  await bench.open('mousepad', ['--disable-server']);
});
afterAll(async () => {
  x.close();
  await bench.close();
});

const sends = `
const [url, headers, body] = process.argv.slice(1);
fetch(url, { method: 'POST', headers: JSON.parse(headers), body }).then((answer) => answer.text());
`;

it.each(eras)('a client of the %s era that is killed in the middle of a drag leaves nothing pressed', async (era) => {
  const drag = { start_x: 0.3, start_y: 0.5, end_x: 0.7, end_y: 0.6, duration: 60, key_hold: 'shift' };
  const args = { ...drag, window: { app: 'mousepad' } };
  const { headers, body } = await rawCall(era, bench.serving.url, 'drag_on_coordinates', args);
  const client = spawn(process.execPath, ['-e', sends, bench.serving.url, JSON.stringify(headers), body]);
  await vi.waitFor(async () => {
    const { keys, buttons } = await heldInput(x);
    expect({ keys: keys.length, buttons }).toEqual({ keys: 1, buttons: [1] });
  }, soon);
  client.kill('SIGKILL');
  await vi.waitFor(async () => expect(await heldInput(x)).toEqual({ keys: [], buttons: [] }), soon);
});
