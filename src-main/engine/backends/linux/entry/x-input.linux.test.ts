import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { disposable } from '../../../../base/async/disposable.ts';
import { silentLog } from '../../../../base/log.ts';
import { soon } from '../../../testing/outcome.ts';
import type { Compositor, CompositorWindow, ReportedInput } from '../wayland/compositor.ts';
import { XConnection } from '../x11/display/connection.ts';
import { xWaylandInput, type XWaylandOptions } from './x-input.ts';

const execute = promisify(execFile);
const display = process.env['DISPLAY'] ?? '';

/** An app with an X window. */
const compositor: Pick<Compositor, 'windows' | 'watch'> = {
  windows: () => Promise.resolve([{ isX: true } as CompositorWindow]),
  watch: () => disposable(() => undefined),
};

async function listening(pixels: XWaylandOptions['pixels']) {
  const received: ReportedInput[] = [];
  const reporter = xWaylandInput(() => Promise.resolve(display), compositor, { log: silentLog, pixels });
  const reporting = await reporter((reported) => received.push(reported));
  return { received, reporting };
}

it('reports presses with the last known pixel layout, if it is no longer reported', async () => {
  const half = { toLogical: ({ x, y }: { x: number; y: number }) => ({ x: x / 2, y: y / 2 }) };
  const pixels = vi.fn(() => Promise.reject<typeof half>(new Error('The server is busy.')));
  pixels.mockResolvedValueOnce(half);
  const { received, reporting } = await listening(pixels);
  await execute('xdotool', ['mousemove', '40', '60', 'click', '2']);
  await vi.waitFor(() => {
    expect(received).toContainEqual(expect.objectContaining({ type: 'button', down: true, at: { x: 20, y: 30 } }));
  }, soon);
  reporting.dispose();
});

it('leaves no connection open if the pixel layout is unknown', async () => {
  const before = await nextResource();
  const { reporting } = await listening(() => Promise.reject(new Error('It has ended.')));
  expect(await nextResource()).toBe(before);
  reporting.dispose();
});

/** The first resource id of the next connection: the server reuses free ids, lowest first. */
async function nextResource(): Promise<number> {
  const probe = await XConnection.open(display);
  const resource = probe.client.AllocID();
  probe.close();
  return resource;
}
