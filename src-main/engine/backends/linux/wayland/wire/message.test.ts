import { describe, expect, it } from 'vitest';
import { encode, fixed, Splitter } from './message.ts';

describe('messages of the wire', () => {
  it('are reassembled from any chunks', () => {
    const { data, fds } = encode(7, 3, [-5, 'käse', { fd: 12 }, null, fixed(1.5)]);
    expect(fds).toEqual([12]);
    for (const cut of [1, 9, data.length - 1]) {
      const splitter = new Splitter();
      expect(splitter.push(data.subarray(0, cut))).toEqual([]);
      const [message, ...others] = splitter.push(Buffer.concat([data.subarray(cut), data.subarray(0, 4)]));
      expect(others).toEqual([]);
      expect(message).toMatchObject({ object: 7, opcode: 3 });
      const event = message?.event;
      expect([event?.int(), event?.text(), event?.uint(), event?.fixed()]).toEqual([-5, 'käse', 0, 1.5]);
    }
  });

  it('shorter than their header end the connection', () => {
    const data = Buffer.alloc(8);
    data.writeUInt32LE(4 << 16, 4);
    expect(() => new Splitter().push(data)).toThrow('shorter');
  });
});
