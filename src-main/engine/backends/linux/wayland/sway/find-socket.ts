import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { peerAt, type Peer } from '../wire/socket.ts';

/**
 * Where the sway listens that has opened a Wayland socket. The name that it gives has its process id in it: sway-ipc(7). What the
 * environment says may be that of a sway which has ended, or in which this compositor runs. Undefined where this is no sway.
 */
export function swaySocketOf(wayland: string, peer: Peer | null): string | undefined {
  const own = peer && join(dirname(wayland), `sway-ipc.${peer.userId}.${peer.processId}.sock`);
  if (own && existsSync(own)) return own;
  const told = process.env['SWAYSOCK'];
  return told && (!peer || peerAt(told)?.processId === peer.processId) ? told : undefined;
}
