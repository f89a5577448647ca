import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Peer } from '../wire/socket.ts';

/**
 * Where the sway listens that has opened a Wayland socket. The name that it gives has its process id in it: sway-ipc(7). What the
 * environment says may be that of a sway which has ended. Undefined where this is no sway.
 */
export function swaySocketOf(wayland: string, peer: Peer | null): string | undefined {
  const own = peer && join(dirname(wayland), `sway-ipc.${peer.userId}.${peer.processId}.sock`);
  return own && existsSync(own) ? own : process.env['SWAYSOCK'];
}
