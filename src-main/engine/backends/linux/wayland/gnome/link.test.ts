import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { doorOf, protocol } from '../../../../../setup/gnome-extension/protocol.ts';
import { GnomeLink } from './link.ts';

let runtime: string;
let shell: Server;
/** The accepted clients. */
let clients: Socket[];

/** A shell that greets, and answers only one kind of query. */
beforeEach(async () => {
  runtime = mkdtempSync(join(tmpdir(), 'deskscope-link-'));
  vi.stubEnv('XDG_RUNTIME_DIR', runtime);
  vi.stubEnv('WAYLAND_DISPLAY', 'wayland-7');
  clients = [];
  const door = doorOf(process.env);
  mkdirSync(dirname(door.socket), { recursive: true });
  writeFileSync(door.secret, 'a secret');
  shell = createServer((socket) => {
    clients.push(socket);
    socket.on('data', (data) => {
      for (const line of data.toString().trim().split('\n')) {
        const { secret, id, ask } = JSON.parse(line) as Record<string, unknown>;
        if (secret) socket.write(`${JSON.stringify({ protocol, shell: '43.9' })}\n`);
        if (ask === 'where') socket.write(`${JSON.stringify({ id, answer: [1, 2] })}\n`);
      }
    });
  });
  shell.listen(door.socket);
  await once(shell, 'listening');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  for (const client of clients) client.destroy();
  shell.close();
  rmSync(runtime, { recursive: true, force: true });
});

it('has a separate socket in each session of a user', () => {
  const [one, other] = ['wayland-0', '/run/user/1/wayland-1'].map((display) =>
    doorOf({ XDG_RUNTIME_DIR: '/run/user/1', WAYLAND_DISPLAY: display }),
  );
  expect(one?.socket).toBe('/run/user/1/deskscope-gnome/wayland-0/socket');
  expect(other?.secret).toBe('/run/user/1/deskscope-gnome/wayland-1/secret');
});

it('reports a late answer, and continues with the next query', async () => {
  const link = await GnomeLink.open();
  const lost = vi.fn();
  link.onLost(lost);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = expect(link.notify('act')).rejects.toMatchObject({ code: 'timeout', delivery: 'unknown' });
  vi.advanceTimersByTime(60_000);
  await asked;
  vi.useRealTimers();
  await link.read('where', {}).catch((error: unknown) => expect(String(error)).toContain('no picture'));
  expect(lost).not.toHaveBeenCalled();
  link.close();
});

it('fails pending and new queries at once when the shell exits', async () => {
  const link = await GnomeLink.open();
  const lost = vi.fn();
  link.onLost(lost);
  const asked = expect(link.notify('act')).rejects.toThrow('its extension has ended');
  for (const client of clients) client.destroy();
  await asked;
  await expect(link.notify('act')).rejects.toThrow('its extension has ended');
  expect(lost).toHaveBeenCalledOnce();
});

it('waits for an extension only if it may start', async () => {
  const { secret } = doorOf(process.env);
  rmSync(secret);
  await expect(GnomeLink.open()).rejects.toThrow('its extension does not run');
  let asked = 0;
  const link = await GnomeLink.open(() => {
    if (asked++ === 1) writeFileSync(secret, 'a secret');
    return true;
  });
  expect(link.shell).toBe('43.9');
  link.close();
});
