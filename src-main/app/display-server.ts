/** How this process was started. */
export interface ElectronStart {
  readonly platform: string;
  /** Of Electron, e.g. `45.4.1`. */
  readonly version: string;
  /** The switch `--ozone-platform`, empty where it was not given. */
  readonly asked: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether our windows are Wayland's own. Electron chooses before our code runs: since 38 what the session is.
 * https://www.electronjs.org/docs/latest/breaking-changes#removed-electron_ozone_platform_hint-environment-variable
 */
export function isOnWayland({ platform, version, asked, env }: ElectronStart): boolean {
  if (platform !== 'linux') return false;
  if (asked !== '') return asked === 'wayland';
  const { WAYLAND_DISPLAY: wayland, DISPLAY: x, XDG_SESSION_TYPE: session } = env;
  return Number.parseInt(version, 10) >= 38 && Boolean(wayland) && (session === 'wayland' || !x);
}

/**
 * Whether to start again through XWayland: Wayland lets no program keep a window above the others, give it a place, or show
 * it without taking the keyboard, as the permission window and our bars need. Nobody who chose is overruled.
 */
export function wantsXWayland(start: ElectronStart): boolean {
  return isOnWayland(start) && start.asked === '' && Boolean(start.env['DISPLAY']);
}

/** The switch of that. */
export const throughX11 = '--ozone-platform=x11';
