import { Duplex, PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { onFrame, sendFrame } from './wire.ts';

/** A stream that keeps its input. */
function written(...values: readonly unknown[]): Buffer {
  const parts: Buffer[] = [];
  const stream = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _, done) {
      parts.push(chunk);
      done();
    },
  });
  for (const value of values) sendFrame(stream, { type: 'message', value });
  return Buffer.concat(parts);
}

it.each([1, 3, 7, 4096])('messages arrive whole and in order, in pieces of %i bytes', async (size) => {
  const picture = new Uint8Array(5000).map((_, index) => index);
  const sent = ['', { window: 'ä', missing: undefined }, picture, null];
  const bytes = written(...sent);
  const stream = new PassThrough();
  const received: unknown[] = [];
  onFrame(stream, (message) => received.push(message));
  for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
  stream.end();
  await new Promise((resolve) => stream.once('end', resolve));
  expect(received).toEqual(sent.map((value) => ({ type: 'message', value })));
});

it.each([
  ['that are no message', Buffer.from([0, 0, 0, 2, 1, 2])],
  ['that promise more than any message has', Buffer.from([255, 255, 255, 255])],
])('bytes %s end the stream', async (_, bytes) => {
  const stream = new PassThrough();
  const received: unknown[] = [];
  onFrame(stream, (message) => received.push(message));
  stream.write(bytes);
  await new Promise((resolve) => stream.once('close', resolve));
  expect(received).toEqual([]);
});
