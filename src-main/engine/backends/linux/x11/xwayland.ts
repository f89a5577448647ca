import type { XConnection } from './connection.ts';
import { listMonitors } from './monitors.ts';

/** Made for this question: https://gitlab.freedesktop.org/xorg/proto/xorgproto/-/blob/master/xwaylandproto.txt */
const extension = 'XWAYLAND';
/** What servers without it call their outputs; measured with 22.1.9. */
const outputName = /^XWAYLAND\d+$/;

/** Whether the display belongs to a Wayland compositor, which shows more than what is on it. */
export async function isXWayland(x: XConnection): Promise<boolean> {
  const [{ present }, monitors] = await Promise.all([
    x.ask<{ readonly present: number }>((client, done) => client.QueryExtension(extension, done)),
    listMonitors(x),
  ]);
  return present !== 0 || monitors.some(({ name }) => outputName.test(name));
}
