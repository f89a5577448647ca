import { expect, it } from 'vitest';
import { Incoming } from './incoming.ts';
import { writeCall } from './message.ts';
import { Queue } from './peer.ts';
import { Writer } from './writer.ts';

function message(path: string): Buffer {
  const writer = new Writer();
  writeCall(writer, 1, { destination: ':1.2', path, interface: 'a.b', member: 'C', signature: 's', body: [path] });
  return Buffer.from(writer.bytes());
}

const paths = ['/one', '/a/much/longer/path/to/the/second', '/three'];
const stream = Buffer.concat(paths.map(message));

it.each([1, 7, 16, 100, stream.length])('finds all messages in chunks of %d bytes, from one buffer', (size) => {
  const incoming = new Incoming();
  const buffer = Buffer.alloc(size);
  const found: unknown[] = [];
  for (let at = 0; at < stream.length; at += size) {
    const length = stream.copy(buffer, 0, at, Math.min(at + size, stream.length));
    for (const each of incoming.add(buffer.subarray(0, length))) found.push([each.path, ...each.body()]);
  }
  expect(found).toEqual(paths.map((path) => [path, path]));
});

it('a queue preserves order while it is filled', () => {
  const queue = new Queue<number>();
  queue.add(1);
  queue.add(2);
  expect(queue.take()).toBe(1);
  queue.add(3);
  expect(queue.rest()).toEqual([2, 3]);
  expect([queue.take(), queue.take(), queue.take()]).toEqual([2, 3, undefined]);
  expect(queue.isEmpty).toBe(true);
});
