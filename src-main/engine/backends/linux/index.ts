import { AppError } from '#contract/errors';
import type { Backend, BackendOptions } from '../../backend.ts';
import { createX11Backend } from './entry/x11.ts';

/** The window system; `either` is Wayland if there is a usable compositor, else X11. */
export type LinuxWindowSystem = 'either' | 'x11' | 'wayland';

/** @throws AppError `display_unavailable`; `unsupported_platform` if Wayland is requested and missing */
export async function createLinuxBackend(
  options: BackendOptions,
  wanted: LinuxWindowSystem = 'either',
): Promise<Backend> {
  if (wanted === 'x11') return createX11Backend(options);
  if (!process.env['WAYLAND_DISPLAY']) {
    if (wanted === 'either') return createX11Backend(options);
    throw new AppError('unsupported_platform', 'WAYLAND_DISPLAY is not set, so there is no Wayland compositor here.', {
      hint: 'With `--backend x11` Deskscope works with an X server.',
    });
  }
  // Loaded lazily: the compositor code is native, and X11 does not need it.
  const { createWaylandBackend } = await import('./entry/wayland.ts');
  const backend = await createWaylandBackend(options).catch((error: unknown) => {
    const isKnown = !(error instanceof AppError && error.code === 'unsupported_platform');
    if (wanted === 'wayland' && isKnown) throw error;
    options.log('warn', 'the compositor cannot be used; what apps tell of their windows is', error);
    return null;
  });
  return backend ?? createUnknownBackend(options);
}

/** For a session whose compositor reports nothing: apps report their windows, and XWayland its own. */
async function createUnknownBackend(options: BackendOptions): Promise<Backend> {
  const x = process.env['DISPLAY']
    ? await createX11Backend(options).catch((error: unknown) => {
        options.log('warn', 'XWayland cannot be used', error);
        return null;
      })
    : null;
  const { createByAppsBackend } = await import('./entry/wayland-by-apps.ts');
  const others = async () => {
    const windows = (await x?.windows.list({ all: true, own: true, foreign: true })) ?? [];
    return new Set(windows.map(({ processId }) => processId));
  };
  try {
    const wayland = await createByAppsBackend({ ...options, others });
    const { besideX11 } = await import('./entry/beside-x11.ts');
    return x ? besideX11(x, wayland) : wayland;
  } catch (error) {
    if (!x) throw error;
    options.log('warn', 'the Wayland compositor cannot be reached, XWayland is used alone', error);
    return x;
  }
}
