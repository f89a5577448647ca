import type { Unseen } from '#contract/model/engine';
import type { XConnection } from './connection.ts';
import { listMonitors } from './monitors.ts';

/** The extension for this query: https://gitlab.freedesktop.org/xorg/proto/xorgproto/-/blob/master/xwaylandproto.txt */
const extension = 'XWAYLAND';
/** Output names of servers without it; measured with 22.1.9. */
const outputName = /^XWAYLAND\d+$/;

/** Whether the display belongs to a Wayland compositor, which shows more than the display's windows. */
export async function isXWayland(x: XConnection): Promise<boolean> {
  const [{ present }, monitors] = await Promise.all([
    x.ask<{ readonly present: number }>((client, done) => client.QueryExtension(extension, done)),
    listMonitors(x),
  ]);
  return present !== 0 || monitors.some(({ name }) => outputName.test(name));
}

const x11Fix = 'Log in with an X11 session, such as “GNOME on Xorg” or “Plasma (X11)”.';
const gnomeFix =
  'Install Deskscope’s extension of GNOME with `deskscope gnome install`, and log in again. Or log in with an X11 session, ' +
  'such as “GNOME on Xorg”.';

/** The limits of an XWayland display, with advice; null on any other. */
export async function unseenOn(x: XConnection): Promise<Unseen | null> {
  if (!(await isXWayland(x))) return null;
  return {
    message:
      'This is a Wayland session: only windows of apps that run through XWayland are seen, driven and recorded, and ' +
      'there is no picture of the whole screen.',
    fix: moreOfWayland(),
  };
}

/** Advice if a Wayland compositor does not report its windows. */
export function moreOfWayland(): string {
  const better = isGnome() ? gnomeFix : x11Fix;
  return `${better} Or start the apps to work with through XWayland: with GDK_BACKEND=x11, QT_QPA_PLATFORM=xcb or --ozone-platform=x11.`;
}

/** https://specifications.freedesktop.org/desktop-entry-spec/latest/ : colon-separated names. */
function isGnome(): boolean {
  return (process.env['XDG_CURRENT_DESKTOP'] ?? '').split(':').includes('GNOME');
}
