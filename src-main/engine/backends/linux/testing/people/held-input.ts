import type { XPointer } from 'x11';
import type { XConnection } from '../../x11/display/connection.ts';

/** Keycodes and buttons that the X server has down, for a witness with a connection of its own. */
export async function heldInput(x: XConnection): Promise<{ keys: number[]; buttons: number[] }> {
  const keymap = await x.ask<Buffer>((client, done) => client.QueryKeymap(done));
  const { keyMask } = await x.ask<XPointer>((client, done) => client.QueryPointer(x.root, done));
  const isDown = (code: number) => ((keymap[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
  const keys = Array.from({ length: 256 }, (_, code) => code).filter(isDown);
  return { keys, buttons: [1, 2, 3, 4, 5].filter((button) => keyMask & (0x80 << button)) };
}
