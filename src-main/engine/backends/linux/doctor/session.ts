import type { Check } from '#contract/model/engine';
import type { XConnection } from '../x11/connection.ts';
import { isXWayland } from '../x11/xwayland.ts';
import { ok, warning } from '../../../doctor/check.ts';

/** Whether all apps of the session are on the display we work on. */
export async function checkSession(x: XConnection): Promise<Check> {
  const name = 'Session type';
  if (await isXWayland(x)) {
    return warning(
      name,
      'This is a Wayland session: only windows of apps that run through XWayland are seen, driven and recorded, and ' +
        'there is no picture of the whole screen.',
      'Log in with an X11 (“Xorg”) session. Or start the apps to work with through XWayland: with GDK_BACKEND=x11, ' +
        'QT_QPA_PLATFORM=xcb or --ozone-platform=x11.',
    );
  }
  const inWayland = Boolean(process.env['WAYLAND_DISPLAY']) || process.env['XDG_SESSION_TYPE'] === 'wayland';
  return ok(name, `X11${inWayland ? ', within a Wayland session' : ''}: all apps on this display are seen and driven.`);
}
