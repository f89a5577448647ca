import type { Check } from '#contract/model/engine';
import type { XConnection } from '../x11/display/connection.ts';
import { unseenOn } from '../x11/display/xwayland.ts';
import { ok, warning } from '../../../doctor/check.ts';

/** Whether all apps of the session are on the display we work on. */
export async function checkSession(x: XConnection): Promise<Check> {
  const name = 'Session type';
  const unseen = await unseenOn(x);
  if (unseen) return warning(name, unseen.message, unseen.fix);
  const inWayland = Boolean(process.env['WAYLAND_DISPLAY']) || process.env['XDG_SESSION_TYPE'] === 'wayland';
  return ok(name, `X11${inWayland ? ', within a Wayland session' : ''}: all apps on this display are seen and driven.`);
}
