import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { message } from './ipc.ts';
import { openSway } from './sway.ts';

const head = { magic: 'i3-ipc', length: 14, type: 10 };
/** sway-ipc(7): the window event. */
const windowEvent = 0x80000003;
const rect = { x: 0, y: 0, width: 100, height: 50 };

let folder: string;
let server: Server;
let clients: Socket[];
/** The focused window. */
let focused: number;

const bare = { focused: false, urgent: false, rect, window_rect: rect, deco_rect: rect };
const none = { nodes: [], floating_nodes: [], focus: [] };
const node = (id: number, type: string, rest: object) => ({ ...bare, ...none, id, type, name: type, ...rest });
const windows = () => [11, 12].map((id) => node(id, 'con', { pid: id, focused: id === focused, fullscreen_mode: 0 }));
const tree = () => {
  const workspace = node(3, 'workspace', { nodes: windows(), focus: [11, 12] });
  return node(1, 'root', { nodes: [node(2, 'output', { nodes: [workspace] })] });
};

function report(socket: Socket, type: number, what: unknown): void {
  const body = Buffer.from(JSON.stringify(what));
  const first = Buffer.alloc(head.length);
  first.write(head.magic);
  first.writeUInt32LE(body.length, head.magic.length);
  first.writeUInt32LE(type, head.type);
  socket.write(Buffer.concat([first, body]));
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deskscope-sway-'));
  [clients, focused] = [[], 11];
  server = createServer((socket) => {
    clients.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (asked) => {
      const type = asked.readUInt32LE(head.type);
      if (type === message.version) report(socket, type, { human_readable: '1.7' });
      if (type === message.tree) report(socket, type, tree());
      if (type === message.subscribe) report(socket, windowEvent, { change: 'focus', container: { id: 11 } });
    });
  });
  server.listen(join(folder, 'socket'));
  await once(server, 'listening');
});
afterEach(() => {
  for (const client of clients) client.destroy();
  server.close();
  rmSync(folder, { recursive: true });
});

it('reports since when a window is active only after an event for that window', async () => {
  const sway = await openSway(join(folder, 'socket'));
  expect(await sway.activeSince?.()).toBeNull();
  const changed = vi.fn();
  const watching = sway.watch(changed);
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  const [first, second] = await sway.windows();
  expect(await sway.activeSince?.()).toMatchObject({ window: first?.id });
  // The tree may be ahead of the events.
  focused = 12;
  expect(second?.id).toBe('0x10000000c');
  expect(await sway.activeSince?.()).toBeNull();
  watching.dispose();
});
