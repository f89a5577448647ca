import { describe, expect, it } from 'vitest';
import { socketPath } from './address.ts';
import { CallHeaders, encodedBody, messageSize, readMessage, writeCall, writeReply, type Call } from './message.ts';
import { readBody } from './reader.ts';
import { parseSignature } from './signature.ts';
import { Writer, writeBody } from './writer.ts';

function written(signature: string, values: readonly unknown[]): Buffer {
  const writer = new Writer(1);
  writeBody(writer, signature, values);
  return Buffer.from(writer.bytes());
}

const call: Call = {
  destination: ':1.42',
  path: '/org/a11y/atspi/accessible/7',
  interface: 'org.a11y.atspi.Component',
  member: 'GetExtents',
  signature: 'u',
  body: [0],
};

describe('the D-Bus wire format', () => {
  it.each([
    ['s', ['漢字 and é']],
    ['ssv', ['a', '', { signature: 'd', value: 0.5 }], ['a', '', 0.5]],
    ['a(so)u', [[], 7]],
    ['bi', [true, -5]],
    ['as', [['one', 'two', '']]],
  ])('round-trips %s', (signature, values, expected: readonly unknown[] = values) => {
    if (signature === 'a(so)u') {
      // Structs are only read, never sent: an empty array of them shows the alignment before its first element.
      expect(readBody(signature, { bytes: written('axu', values), at: 0 })).toEqual(expected);
      return;
    }
    expect(readBody(signature, { bytes: written(signature, values), at: 0 })).toEqual(expected);
  });

  it('reads structs, dictionaries and 64-bit numbers', () => {
    const bytes = Buffer.alloc(64);
    bytes.writeUInt32LE(14, 0);
    bytes.writeUInt32LE(1, 8);
    bytes.write('k\0', 12);
    bytes.writeUInt32LE(1, 16);
    bytes.write('v\0', 20);
    bytes.writeBigInt64LE(-9n, 24);
    expect(readBody('a{ss}', { bytes, at: 0 })).toEqual([new Map([['k', 'v']])]);
    expect(readBody('x', { bytes, at: 24 })).toEqual([-9]);
    expect(readBody('(ii)', { bytes, at: 20 })).toEqual([[-9, -1]]);
  });

  it('zeroes the padding, even after a longer message', () => {
    const writer = new Writer();
    writer.append(Buffer.alloc(400, 0xff));
    writer.truncate(0);
    writeCall(writer, 1, call);
    const reused = Buffer.from(writer.bytes());
    const fresh = new Writer();
    writeCall(fresh, 1, call);
    expect(reused.equals(fresh.bytes())).toBe(true);
    expect(reused.includes(0xff)).toBe(false);
  });

  it('writes a call from a known header as from none', () => {
    const headers = new CallHeaders();
    const { body: _body, ...plainCall } = call;
    const get = { ...plainCall, interface: 'org.freedesktop.DBus.Properties', member: 'Get', signature: 'ss' };
    const calls: Call[] = [
      call,
      { ...call, path: '/a/much/longer/path/than/before/and/of/an/odd/length/1' },
      { ...call, destination: ':1.43' },
      // The same member of another interface, and with other arguments.
      { ...call, interface: 'org.a11y.atspi.Image', signature: 'uu', body: [0, 1] },
      { ...get, body: ['a', 'Name'] },
      { ...get, encoded: encodedBody('ss', ['a', 'Name']) },
      { ...get, path: '/', body: ['a', 'Description'] },
    ];
    const writer = new Writer();
    for (const [serial, each] of calls.entries()) {
      writer.truncate(0);
      headers.write(writer, serial, each);
      const known = Buffer.from(writer.bytes());
      writer.truncate(0);
      const { encoded: _, ...plain } = each;
      writeCall(writer, serial, { ...plain, body: each.body ?? ['a', 'Name'] });
      expect(known.equals(writer.bytes())).toBe(true);
      const { path, destination, interface: face, member } = each;
      expect(readMessage(known)).toMatchObject({ serial, path, destination, interface: face, member });
    }
  });

  it('sizes a message exactly once its header is complete', () => {
    const writer = new Writer();
    writeCall(writer, 9, call);
    const bytes = Buffer.from(writer.bytes());
    expect(messageSize(bytes, 0)).toBe(bytes.length);
    expect(messageSize(bytes.subarray(0, 15), 0)).toBeNull();
  });

  it('reads the header fields and the body of a whole message', () => {
    const writer = new Writer();
    writeCall(writer, 3, { ...call, signature: 'su', body: ['x', 5] });
    const message = readMessage(Buffer.from(writer.bytes()));
    expect(message).toMatchObject({ type: 1, path: call.path, interface: call.interface, member: 'GetExtents' });
    expect(message.body()).toEqual(['x', 5]);
  });

  it('writes structures, each on its own boundary', () => {
    const values = [
      7,
      [
        [1, 'a'],
        [2, 'b'],
      ],
      [true, false, true],
    ] as const;
    expect(readBody('ia(is)(bbb)', { bytes: written('ia(is)(bbb)', [...values]), at: 0 })).toEqual(values);
    expect(() => written('(bb)', [[true]])).toThrow(TypeError);
  });

  it('writes dictionaries, and replies that refer to their call', () => {
    const options = [['native', { signature: 'b', value: true }]];
    expect(readBody('a{sv}', { bytes: written('a{sv}', [options]), at: 0 })).toEqual([new Map([['native', true]])]);
    const writer = new Writer();
    writeCall(writer, 3, { ...call, descriptors: 1 });
    const asked = readMessage(Buffer.from(writer.bytes()));
    writer.truncate(0);
    writeReply(writer, 4, asked);
    expect(messageSize(writer.bytes(), 0)).toBe(writer.length);
    expect(readMessage(Buffer.from(writer.bytes()))).toMatchObject({ type: 2, serial: 4, replySerial: 3 });
  });

  it('rejects values that do not match their signature', () => {
    expect(() => written('s', [5])).toThrow(TypeError);
    expect(() => written('su', ['only one'])).toThrow(TypeError);
    expect(() => parseSignature('a(s')).toThrow(TypeError);
    expect(() => parseSignature('a{sv')).toThrow(TypeError);
  });

  it('finds the socket in an address', () => {
    expect(socketPath('unix:path=/run/user/0/bus,guid=12')).toBe('/run/user/0/bus');
    expect(socketPath('tcp:host=x;unix:abstract=/tmp/dbus%2dX')).toBe('\0/tmp/dbus-X');
    expect(() => socketPath('tcp:host=x')).toThrow('names no unix socket');
  });
});
