import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { Messages, type Message } from './messages.ts';

function open() {
  const stream = new EventEmitter();
  const reported: Message[] = [];
  let destroyed = false;
  const messages = new Messages({
    on: stream.on.bind(stream) as never,
    destroy: (() => (destroyed = true)) as never,
  });
  messages.listen((message) => reported.push(message));
  return { reported, send: (data: Buffer) => stream.emit('data', data), isDestroyed: () => destroyed };
}

const stream = Buffer.concat([
  Buffer.from('{"id":1,"answer":"é"}\n{"id":2,"bytes":4}\n'),
  Buffer.from([0x0a, 0x7b, 0, 0xff]),
  Buffer.from('{"event":"changed"}\n'),
]);
const expected = [
  { id: 1, answer: 'é' },
  { id: 2, bytes: 4, data: Buffer.from([0x0a, 0x7b, 0, 0xff]) },
  { event: 'changed' },
];

it.each([1, 3, 1000])('splits lines, and the bytes that follow some, in chunks of %i', (size) => {
  const { reported, send } = open();
  for (let at = 0; at < stream.length; at += size) send(stream.subarray(at, at + size));
  expect(reported).toEqual(expected);
});

it.each(['no JSON\n', '3\n', 'null\n', '{"id":1,"bytes":-1}\n', '{"id":"1"}\n'])(
  'ends at a malformed message: %j',
  (line) => {
    const { reported, send, isDestroyed } = open();
    send(Buffer.from(line));
    expect([reported, isDestroyed()]).toEqual([[], true]);
  },
);
