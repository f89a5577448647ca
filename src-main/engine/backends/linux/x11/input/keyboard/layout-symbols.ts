import type { XConnection } from '../../display/connection.ts';

/** Keysyms of a key by layout and level, for all layouts of the map; see {@link readLayoutSymbols}. */
export type LayoutSymbols = readonly (readonly number[])[];

/** XKB's maximum number of layouts. */
const mostLayouts = 4;
const getMap = 8;
const keySyms = 1 << 1;
/** How a missing layout of a key is mapped, in the upper bits of `groupInfo`; wrapped if neither. */
const clamped = 0x40;
const redirected = 0x80;

/**
 * Each key's keysyms in each layout, from the first keycode on. In the core map, only the first two layouts have known columns;
 * others cannot be distinguished from third levels. Null if the server has no XKB.
 * @see https://www.x.org/releases/X11R7.7/doc/kbproto/xkbproto.html#Getting_the_Complete_Keyboard_Map
 */
export async function readLayoutSymbols(x: XConnection): Promise<readonly LayoutSymbols[] | null> {
  const xkb = await x.extension('xkb');
  if (!xkb) return null;
  return x.ask<readonly LayoutSymbols[]>((client, done) => {
    client.seq_num++;
    client.pack_stream.put(request(xkb.majorOpcode, xkb.UseCoreKbd));
    client.replies[client.seq_num] = [parse, done];
    client.pack_stream.submit(true);
  });
}

function request(opcode: number, device: number): Buffer {
  const bytes = Buffer.alloc(28);
  bytes.writeUInt8(opcode, 0);
  bytes.writeUInt8(getMap, 1);
  bytes.writeUInt16LE(bytes.length / 4, 2);
  bytes.writeUInt16LE(device, 4);
  bytes.writeUInt16LE(keySyms, 6);
  return bytes;
}

/** @param reply without the common eight-byte header */
export function parse(reply: Buffer): readonly LayoutSymbols[] {
  const count = reply.readUInt8(12);
  let at = 32;
  return Array.from({ length: count }, () => {
    const info = reply.readUInt8(at + 4);
    const width = reply.readUInt8(at + 5);
    const total = reply.readUInt16LE(at + 6);
    const symbols = Array.from({ length: total }, (_, i) => reply.readUInt32LE(at + 8 + i * 4));
    at += 8 + total * 4;
    return byLayout(symbols, info, width);
  });
}

function byLayout(symbols: readonly number[], info: number, width: number): LayoutSymbols {
  const layouts = info & 0x0f;
  const own = Array.from({ length: layouts }, (_, layout) => symbols.slice(layout * width, (layout + 1) * width));
  return Array.from({ length: mostLayouts }, (_, wanted) => own[layoutOf(wanted, layouts, info)] ?? none);
}

const none: readonly number[] = [];

/** Whether the key has its own keysyms in a third layout. */
export function hasMoreThanTwo(key: LayoutSymbols): boolean {
  const [first, second, third = none, fourth] = key;
  return (third !== none && third !== first && third !== second) || (fourth !== first && fourth !== second);
}

function layoutOf(wanted: number, layouts: number, info: number): number {
  if (wanted < layouts) return wanted;
  if (layouts > 0 && info & clamped) return layouts - 1;
  if (info & redirected) return Math.min((info >> 4) & 0x03, layouts - 1);
  return layouts === 0 ? 0 : wanted % layouts;
}
