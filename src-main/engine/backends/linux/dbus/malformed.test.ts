import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BusConnection, busCall } from './connection.ts';
import { BusUnavailable, MalformedMessage } from './failure.ts';
import { Incoming } from './incoming.ts';
import { messageType } from './message.ts';
import { parseSignature } from './signature.ts';
import { Writer } from './writer.ts';

// The bus of these tests listens on a Unix socket.
const it = test.skipIf(process.platform === 'win32');

/** A message with that body, including its first byte. */
function message(type: number, replySerial: number, signature: string, body: Buffer): Buffer {
  const writer = new Writer();
  for (const byte of [0x6c, type, 0, 1]) writer.byte(byte);
  for (const number of [body.length, 1, 0]) writer.uint32(number);
  writer.align(8);
  writer.byte(5);
  writer.signature('u');
  writer.uint32(replySerial);
  writer.align(8);
  writer.byte(8);
  writer.signature('g');
  writer.signature(signature);
  writer.patch(12, writer.length - 16);
  writer.align(8);
  return Buffer.concat([writer.bytes(), body]);
}

/** A string or array that claims this length. */
function claiming(length: number): Buffer {
  const body = Buffer.alloc(12);
  body.writeUInt32LE(length);
  return body;
}

let server: Server;
let folder: string;
let peers: Socket[];
/** The bus's answer to the call after Hello. */
let reply: Buffer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deskscope-bus-'));
  peers = [];
  server = createServer((socket) => {
    peers.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('OK 1234\r\n');
      let calls = 0;
      // `BEGIN` arrives alone or with the first call.
      socket.on('data', (chunk: Buffer) => {
        if (!chunk.includes('l\u0001', 0, 'latin1')) return;
        calls += 1;
        socket.write(calls === 1 ? message(messageType.reply, 1, 's', greeting) : reply);
      });
    });
  }).listen(join(folder, 'bus'));
  await once(server, 'listening');
});
afterEach(() => {
  for (const peer of peers) peer.destroy();
  server.close();
  rmSync(folder, { recursive: true });
});

const greeting = Buffer.from('\u0004\0\0\0:1.2\0', 'latin1');

async function asked(): Promise<{ connection: BusConnection; answer: Promise<unknown> }> {
  const signal = AbortSignal.timeout(5_000);
  const connection = await BusConnection.open(`unix:path=${join(folder, 'bus')}`, signal);
  return { connection, answer: connection.call(busCall('GetId'), signal) };
}

it.each([
  ['a string longer than its message', 's', claiming(1_000)],
  ['an array longer than its message', 'as', claiming(1_000)],
  ['a body that is cut off', 'xx', Buffer.alloc(8)],
  ['a signature that is none', 'a{', Buffer.alloc(8)],
  ['an array of nothing', 'a()', claiming(8)],
])('%s fails only its own call', async (_, signature, body) => {
  reply = message(messageType.reply, 2, signature, body);
  const { connection, answer } = await asked();
  await expect(answer).rejects.toThrow(MalformedMessage);
  expect(connection.lost).toBe(false);
  connection.close();
});

it.each([
  ['something that is no message', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['a message that claims two gigabytes', Buffer.concat([Buffer.from('l\u0002\0\u0001', 'latin1'), claiming(2 ** 31)])],
])('%s ends the connection, and nothing else', async (_, bytes) => {
  reply = Buffer.concat([bytes, Buffer.alloc(16)]);
  const { connection, answer } = await asked();
  await expect(answer).rejects.toThrow(BusUnavailable);
  expect(connection.lost).toBe(true);
});

it('skips a signal that cannot be parsed, and receives the answer after it', async () => {
  const signal = message(messageType.signal, 0, 'as', claiming(1_000));
  reply = Buffer.concat([signal, message(messageType.reply, 2, 's', greeting)]);
  const { connection, answer } = await asked();
  const received: unknown[] = [];
  connection.onSignal((each) => received.push(...each.body()));
  await expect(answer).resolves.toEqual([':1.2']);
  expect(received).toEqual([]);
  connection.close();
});

it('header fields of invalid types are no message', () => {
  const broken = message(messageType.reply, 1, 's', greeting);
  broken[18] = 'x'.charCodeAt(0);
  expect(() => [...new Incoming().add(broken)]).toThrow(MalformedMessage);
});

it('a struct without members is not a valid signature', () => {
  expect(() => parseSignature('a()')).toThrow(TypeError);
});

it('calls back once for a call that is aborted, whatever arrives later', async () => {
  reply = Buffer.alloc(0);
  const { connection, answer } = await asked();
  const [first, second] = [new AbortController(), new AbortController()];
  const ended: string[] = [];
  const request = (name: string, signal: AbortSignal) =>
    connection.request(
      busCall('GetId'),
      signal,
      { read: ([value]) => value },
      (value) => ended.push(`${name}: ${String(value)}`),
      () => ended.push(`${name} rejected`),
    );
  request('one', first.signal);
  request('two', second.signal);
  first.abort();
  expect(ended).toEqual(['one rejected']);
  request('three', first.signal);
  expect(ended).toEqual(['one rejected', 'three rejected']);
  // To Hello, to GetId of `asked`, and to both requests.
  for (const serial of [2, 3, 4]) peers.at(-1)?.write(message(messageType.reply, serial, 's', greeting));
  await answer;
  await expect.poll(() => ended).toEqual(['one rejected', 'three rejected', 'two: :1.2']);
  request('four', second.signal);
  connection.close();
  expect(ended.at(-1)).toBe('four rejected');
});
