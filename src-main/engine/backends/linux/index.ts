import { AppError } from '#contract/errors';
import type { Backend, BackendOptions } from '../../backend.ts';
import { createX11Backend } from './entry/x11.ts';

/** Which window system; `either` takes Wayland where a compositor is there that Deskscope knows, else X11. */
export type LinuxWindowSystem = 'either' | 'x11' | 'wayland';

/** @throws AppError `display_unavailable`; `unsupported_platform` where Wayland is wanted and its compositor is not known */
export async function createLinuxBackend(
  options: BackendOptions,
  wanted: LinuxWindowSystem = 'either',
): Promise<Backend> {
  if (wanted !== 'x11' && process.env['WAYLAND_DISPLAY']) {
    // What speaks to compositors is native code, which X11 needs nothing of.
    const { createWaylandBackend } = await import('./entry/wayland.ts');
    const backend = await createWaylandBackend(options).catch((error: unknown) => {
      if (wanted === 'wayland' || !process.env['DISPLAY']) throw error;
      options.log('warn', 'the Wayland compositor cannot be used, XWayland is', error);
      return null;
    });
    if (backend) return backend;
  }
  if (wanted !== 'wayland') return createX11Backend(options);
  throw new AppError('unsupported_platform', 'There is no Wayland compositor here that Deskscope knows.', {
    hint: 'It knows sway, KWin and GNOME. With `--backend x11` it works with what runs through XWayland.',
  });
}
