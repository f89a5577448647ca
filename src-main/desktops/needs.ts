import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Session } from './inside/order.ts';

/** A program that a desktop needs. */
interface Need {
  readonly what: string;
  /** Any of them works; the first is preferred. */
  readonly programs: readonly string[];
  /** Debian's package. */
  readonly package: string;
}

const bySession: Readonly<Record<Session, readonly Need[]>> = {
  x11: [
    { what: 'an X server', programs: ['Xtigervnc', 'Xvnc', 'Xvfb'], package: 'tigervnc-standalone-server' },
    { what: 'a window manager', programs: ['openbox'], package: 'openbox' },
  ],
  sway: [
    { what: 'sway', programs: ['sway'], package: 'sway' },
    { what: 'XWayland', programs: ['Xwayland'], package: 'xwayland' },
  ],
  kwin: [
    { what: 'KWin', programs: ['kwin_wayland'], package: 'kwin-wayland' },
    { what: 'XWayland', programs: ['Xwayland'], package: 'xwayland' },
  ],
  gnome: [
    { what: 'GNOME', programs: ['gnome-shell'], package: 'gnome-shell' },
    { what: 'GSettings', programs: ['gsettings'], package: 'libglib2.0-bin' },
    { what: 'XWayland', programs: ['Xwayland'], package: 'xwayland' },
  ],
};

const ofAll: readonly Need[] = [
  { what: 'a session bus', programs: ['dbus-daemon'], package: 'dbus' },
  { what: 'D-Bus tools', programs: ['dbus-send'], package: 'dbus' },
];

/** Programs that a desktop needs and this machine lacks. */
export function missingPrograms(session: Session): readonly Need[] {
  return [...bySession[session], ...ofAll].filter(({ programs }) =>
    programs.every((name) => findProgram(name) === null),
  );
}

/** Starts the accessibility bus. Not in PATH; distributions differ in where it is. */
export function hasAccessibility(): boolean {
  return ['/usr/libexec', '/usr/lib/at-spi2-core', '/usr/lib'].some((folder) =>
    isProgram(path.join(folder, 'at-spi-bus-launcher')),
  );
}

/** The X server that is used here: TigerVNC's, which has a live view, else Xvfb. Null if there is none. */
export function xServer(): { readonly path: string; readonly hasView: boolean } | null {
  for (const name of ['Xtigervnc', 'Xvnc', 'Xvfb']) {
    const found = findProgram(name);
    if (found !== null) return { path: found, hasView: name !== 'Xvfb' };
  }
  return null;
}

/** The command that installs packages here, as root. */
export function installCommand(packages: readonly string[]): string {
  return `sudo apt-get install --no-install-recommends ${[...new Set(packages)].join(' ')}`;
}

/** Where a program is, looked for as a shell does; null if it is not. */
export function findProgram(name: string): string | null {
  const folders = (process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin').split(':');
  return folders.map((folder) => path.join(folder || '.', name)).find((file) => isProgram(file)) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The value of a kernel setting; empty if there is no such setting. */
export function kernelSetting(name: string): string {
  try {
    return readFileSync(path.join('/proc/sys', name), 'utf8').trim();
  } catch {
    return '';
  }
}
