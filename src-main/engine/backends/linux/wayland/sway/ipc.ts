import { connect, type Socket } from 'node:net';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import { CompositorLost } from '../wire/failure.ts';
import { peerAt, type Peer } from '../wire/socket.ts';

/** sway-ipc(7): magic string, payload length, and message type. */
const magic = 'i3-ipc';
const headLength = magic.length + 8;
export const message = { command: 0, workspaces: 1, subscribe: 2, outputs: 3, tree: 4, version: 7, config: 9 } as const;
const timeoutMs = 3_000;

/** Sends sway one query. @throws CompositorLost */
export async function ask<T>(path: string, answer: z.ZodType<T>, type: number, payload = ''): Promise<T> {
  const parsed = answer.safeParse(await answerTo(path, type, payload));
  if (parsed.success) return parsed.data;
  throw new CompositorLost('sway answers what cannot be read');
}

function answerTo(path: string, type: number, payload: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const lose = (why: string) => {
      socket.destroy();
      reject(new CompositorLost(why));
    };
    socket.setTimeout(timeoutMs, () => lose('sway does not answer'));
    socket.on('error', () => lose('sway cannot be reached'));
    socket.on('close', () => lose('sway has ended'));
    read(socket, (answer) => {
      socket.destroy();
      resolve(answer);
    });
    socket.write(frame(type, payload));
  });
}

/** Calls back with every event of these kinds, until disposed. */
export function follow(path: string, kinds: readonly string[], received: (event: unknown) => void): Disposable {
  const socket = connect(path);
  socket.on('error', () => socket.destroy());
  read(socket, received);
  socket.write(frame(message.subscribe, JSON.stringify(kinds)));
  socket.unref();
  return disposable(() => socket.destroy());
}

function frame(type: number, payload: string): Buffer {
  const body = Buffer.from(payload);
  const head = Buffer.alloc(headLength);
  head.write(magic);
  head.writeUInt32LE(body.length, magic.length);
  head.writeUInt32LE(type, magic.length + 4);
  return Buffer.concat([head, body]);
}

/** Malformed data ends the connection. */
function read(socket: Socket, received: (answer: unknown) => void): void {
  let data: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    data = Buffer.concat([data, chunk]);
    while (data.length >= headLength) {
      const length = data.readUInt32LE(magic.length);
      if (data.length < headLength + length) return;
      const body = data.subarray(headLength, headLength + length);
      data = data.subarray(headLength + length);
      try {
        received(JSON.parse(body.toString()) as unknown);
      } catch {
        socket.destroy();
        return;
      }
    }
  });
}

/**
 * The IPC socket of the sway that opened a Wayland socket. Its name contains the process id: sway-ipc(7). The environment
 * variable may refer to an ended sway, or to a parent of a nested compositor. Undefined if the compositor is not sway.
 */
export function swaySocketOf(wayland: string, peer: Peer | null): string | undefined {
  const own = peer && join(dirname(wayland), `sway-ipc.${peer.userId}.${peer.processId}.sock`);
  if (own && existsSync(own)) return own;
  const reported = process.env['SWAYSOCK'];
  return reported && (!peer || peerAt(reported)?.processId === peer.processId) ? reported : undefined;
}
