/** How this process was started. */
export interface ElectronStart {
  readonly platform: string;
  /** Electron's version, e.g. `45.4.1`. */
  readonly version: string;
  /** `process.argv` */
  readonly argv: readonly string[];
  /** Chromium's switch `--ozone-platform`: since 39 Electron sets it to its own choice. Empty without a choice. */
  readonly chosen: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether our windows are native Wayland windows. Electron chooses before our code runs: since 38 by the session.
 * https://www.electronjs.org/docs/latest/breaking-changes#removed-electron_ozone_platform_hint-environment-variable
 */
export function isOnWayland({ platform, version, chosen, env }: ElectronStart): boolean {
  if (platform !== 'linux') return false;
  if (chosen !== '') return chosen === 'wayland';
  const { WAYLAND_DISPLAY: wayland, DISPLAY: x, XDG_SESSION_TYPE: session } = env;
  return Number.parseInt(version, 10) >= 38 && Boolean(wayland) && (session === 'wayland' || !x);
}

/**
 * Whether to restart through XWayland: Wayland lets no program keep a window on top, position it, or show it without
 * taking the focus, as the permission window and our bars need. An explicit choice is respected.
 */
export function wantsXWayland(start: ElectronStart): boolean {
  return isOnWayland(start) && !isAsked(start.argv) && Boolean(start.env['DISPLAY']);
}

/** Chromium reads no switch after `--`. */
function isAsked(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(1, end < 0 ? undefined : end).some((word) => /^--?ozone-platform=./.test(word));
}

/** The arguments of a start through XWayland. */
export function throughXWayland(argv: readonly string[]): string[] {
  return ['--ozone-platform=x11', ...argv.slice(1)];
}
