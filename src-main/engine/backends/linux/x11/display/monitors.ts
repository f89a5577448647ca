import type { Monitor } from '#contract/model/engine';
import type { Rect } from '#contract/model/geometry';
import type { XConnection } from './connection.ts';
import type { XRandr } from './extensions.ts';
import { readProperty } from './properties.ts';

/**
 * The monitors of the desktop, the primary one first; the whole screen if the server does not report monitors (RandR before
 * 1.5). The reply also proves that all earlier events have arrived.
 */
export async function listMonitors(x: XConnection): Promise<readonly Monitor[]> {
  const randr = await x.extension('randr');
  const known = randr && (randr.major_version > 1 || randr.minor_version >= 5);
  if (!known) return [await wholeScreen(x)];
  const found = (await readRandrMonitors(x, randr)).filter((monitor) => monitor.width > 0 && monitor.height > 0);
  if (found.length === 0) return [await wholeScreen(x)];
  const names = await Promise.all(found.map((monitor) => x.atomName(monitor.name)));
  return inOrder(found.map((monitor, i) => ({ ...monitor, name: names[i] ?? '' })));
}

/**
 * The whole screen at its current size: remote-desktop viewers resize it.
 * @throws XFailure, DisplayUnavailable
 */
export async function screenBounds(x: XConnection): Promise<Rect> {
  const { width, height } = await x.ask<{ width: number; height: number }>((client, done) =>
    client.GetGeometry(x.root, done),
  );
  return { x: 0, y: 0, width, height };
}

async function wholeScreen(x: XConnection): Promise<Monitor> {
  return { index: 0, name: 'screen', bounds: await screenBounds(x), primary: true, scale: 1 };
}

type Named = Omit<RandrMonitor, 'name'> & { readonly name: string };

/** Primary first, then from left to right. Without a primary monitor, the first counts as primary. */
function inOrder(monitors: readonly Named[]): readonly Monitor[] {
  const sorted = [...monitors].sort((a, b) => Number(b.primary) - Number(a.primary) || a.x - b.x || a.y - b.y);
  return sorted.map(({ name, x, y, width, height }, index) => {
    // X positions are physical pixels, whatever toolkits scale to.
    return { index, name, bounds: { x, y, width, height }, primary: index === 0, scale: 1 };
  });
}

/** A monitor as reported by RandR 1.5, in pixels of the root window. */
interface RandrMonitor {
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
 * RRGetMonitors, which the client library lacks; packed like the library's own requests. Includes monitors that are parts of
 * one output. https://www.x.org/releases/X11R7.7/doc/randrproto/randrproto.txt, and version 1.5 of it:
 * https://gitlab.freedesktop.org/xorg/proto/xorgproto/-/blob/master/randrproto.txt
 * @throws XFailure
 */
function readRandrMonitors(x: XConnection, randr: XRandr): Promise<readonly RandrMonitor[]> {
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

/** @param reply without its first eight bytes, as provided by the library */
function decodeMonitors(reply: Buffer): readonly RandrMonitor[] {
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

const dotsPerInchAtOne = 96;

const mostBytes = 65_536;

const limits = { least: 1, most: 4 } as const;

/** The scale of this session's toolkits: the desktop's settings set it as `Xft.dpi` in the X resources. 1 if unknown. */
export async function readScale(x: XConnection): Promise<number> {
  const { data } = await readProperty(x, x.root, 'RESOURCE_MANAGER', mostBytes);
  const dpi = /^Xft\.dpi:\s*([\d.]+)/m.exec(data.toString('latin1'))?.[1];
  const scale = dpi === undefined ? limits.least : Number(dpi) / dotsPerInchAtOne;
  return Math.min(limits.most, Math.max(limits.least, scale || limits.least));
}
