import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import type { InputEvent } from '#contract/model/engine';
import { soon } from '../../../../testing/outcome.ts';
import { liveApp, type LiveApp } from '../../testing/live-engine.ts';
import { XConnection } from '../display/connection.ts';

const execute = promisify(execFile);

interface KillsClients {
  KillClient(resource: number): void;
}

let app: LiveApp;
afterEach(() => app.end());

const connect = () => XConnection.open(process.env.DISPLAY ?? '');

/** The first resource id of the next connection: the server reuses free ids, lowest first. */
async function nextResource(): Promise<number> {
  const probe = await connect();
  const resource = probe.client.AllocID();
  probe.close();
  return resource;
}

test('reconnects to a display that stops reporting input, and reports the gap', async () => {
  app = await liveApp('mousepad', ['--disable-server']);
  await app.element('role=Edit');
  const hook = await nextResource();
  const events: InputEvent[] = [];
  app.engine.on('input', (event) => events.push(event));
  await app.engine.describe({});
  const keys = () => events.flatMap((event) => (event.type === 'key' ? [event.key] : []));
  await execute('xdotool', ['key', 'a']);
  await vi.waitFor(() => expect(keys()).toEqual(['a']), soon);

  const other = await connect();
  (other.client as unknown as KillsClients).KillClient(hook);
  await other.sync();
  other.close();
  await vi.waitFor(async () => {
    await execute('xdotool', ['key', 'b']);
    expect(keys()).toContain('b');
  }, soon);
  const lost = events.findIndex(({ type }) => type === 'lost');
  expect(events[lost]).toMatchObject({ cause: 'unreported', events: null });
  expect(lost).toBeLessThan(events.findIndex((event) => event.type === 'key' && event.key === 'b'));
});
