import type { XRandr } from './extensions.ts';
import type { XConnection } from './connection.ts';

/** A monitor as RandR 1.5 tells it, in pixels of the root window. */
export interface RandrMonitor {
  /** Atom of its name. */
  readonly name: number;
  readonly primary: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Minor opcode, and sizes in bytes, of RRGetMonitors. */
const getMonitors = 42;
const headSize = 24;
const monitorSize = 24;
const outputSize = 4;

/**
 * RRGetMonitors, which the client library lacks; packed as it packs its own requests. Shows monitors that are parts of
 * one output too. https://www.x.org/releases/X11R7.7/doc/randrproto/randrproto.txt, and version 1.5 of it:
 * https://gitlab.freedesktop.org/xorg/proto/xorgproto/-/blob/master/randrproto.txt
 * @throws XFailure
 */
export function readRandrMonitors(x: XConnection, randr: XRandr): Promise<readonly RandrMonitor[]> {
  return x.ask((client, done) => {
    const request = Buffer.alloc(12);
    request.writeUInt8(randr.majorOpcode, 0);
    request.writeUInt8(getMonitors, 1);
    request.writeUInt16LE(request.length / 4, 2);
    request.writeUInt32LE(x.root, 4);
    request.writeUInt8(1, 8);
    client.seq_num++;
    client.pack_stream.put(request);
    client.replies[client.seq_num] = [decodeMonitors, done];
    client.pack_stream.submit(true);
  });
}

/** @param reply without its first eight bytes, as the library hands it over */
export function decodeMonitors(reply: Buffer): readonly RandrMonitor[] {
  const count = reply.readUInt32LE(4);
  const monitors: RandrMonitor[] = [];
  for (let at = headSize; monitors.length < count;) {
    monitors.push({
      name: reply.readUInt32LE(at),
      primary: reply.readUInt8(at + 4) !== 0,
      x: reply.readInt16LE(at + 8),
      y: reply.readInt16LE(at + 10),
      width: reply.readUInt16LE(at + 12),
      height: reply.readUInt16LE(at + 14),
    });
    at += monitorSize + reply.readUInt16LE(at + 6) * outputSize;
  }
  return monitors;
}
