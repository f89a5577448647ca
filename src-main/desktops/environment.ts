import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { programEnvironment } from '../base/processes/program-environment.ts';
import type { DesktopProfile } from './profile.ts';
import type { Places } from './sandbox.ts';
import type { Walls } from './walls.ts';

/** Variables that lead to another session, or turn accessibility off. */
const foreign =
  /^(DISPLAY|WAYLAND_DISPLAY|WAYLAND_SOCKET|DBUS_|XDG_|DESKTOP_|AT_SPI_|NO_AT_BRIDGE|GTK_|GDK_|QT_|LC_|LANG|SSH_|GPG_|GNOME_|KDE_|SESSION_MANAGER|SWAYSOCK|I3SOCK)/;

/** Fixed, so that the same programs are found whoever starts the desktop. */
const usualPath = '/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games';

/** The same on every desktop. */
const ofX11 = {
  XDG_SESSION_TYPE: 'x11',
  GDK_BACKEND: 'x11',
  QT_QPA_PLATFORM: 'xcb',
  MOZ_ENABLE_WAYLAND: '0',
  QT_ACCESSIBILITY: '1',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  GTK_USE_PORTAL: '0',
  // There is no graphics card, and nothing to keep settings in between.
  LIBGL_ALWAYS_SOFTWARE: '1',
  GSK_RENDERER: 'cairo',
  GSETTINGS_BACKEND: 'memory',
};

/** All the variables of a desktop's programs. Without walls that need a clean set, those that lead nowhere else stay. */
export function desktopEnvironment(profile: DesktopProfile, places: Places, walls: Walls): Record<string, string> {
  const kept = walls === 'bwrap' ? [] : Object.entries(programEnvironment()).filter(([name]) => !foreign.test(name));
  const { scale, locale, theme } = profile;
  return {
    PATH: usualPath,
    ...Object.fromEntries(kept),
    HOME: places.home,
    USER: 'desktop',
    LOGNAME: 'desktop',
    SHELL: '/bin/sh',
    LANG: locale,
    ...(process.env['TZ'] !== undefined && { TZ: process.env['TZ'] }),
    // Deskscope's own programs run in what this one runs in.
    ...('electron' in process.versions && { ELECTRON_RUN_AS_NODE: '1' }),
    XDG_RUNTIME_DIR: places.run,
    XAUTHORITY: path.join(places.run, 'Xauthority'),
    ...ofX11,
    ...(scale !== 1 && { GDK_SCALE: String(scale), QT_SCALE_FACTOR: String(scale) }),
    ...(theme !== undefined && { GTK_THEME: theme }),
  };
}

/** @throws AppError `language_not_supported`: programs would fall back to English without a word */
export function requireLocale(locale: string): void {
  if (/^(C|POSIX|C\.UTF-?8)$/i.test(locale)) return;
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9@.]/g, '');
  const installed = execFileSync('locale', ['-a'], { encoding: 'utf8' }).split('\n').map(plain);
  if (installed.includes(plain(locale))) return;
  throw new AppError('language_not_supported', `The locale ${locale} is not installed.`, {
    hint: `Run \`sudo apt-get install locales && sudo localedef -i ${locale.split('.')[0] ?? ''} -f UTF-8 ${locale}\`. \`locale -a\` lists the installed ones.`,
  });
}
