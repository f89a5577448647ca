import { spawn, type ChildProcess, execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { AppError } from '#contract/errors';
import { atomicWrite } from '../base/files/atomic-write.ts';
import { withDeadline } from '../base/async/deadline.ts';
import { programEnvironment } from '../base/processes/program-environment.ts';
import {
  makeDesktopFolder,
  makeResultsFolder,
  recordName,
  removeDesktopFolder,
  sweepDesktops,
  type DesktopFolder,
} from './folders.ts';
import type { Order, Report, Session } from './inside/order.ts';
import { hasAccessibility, installCommand, missingPrograms, xServer } from './needs.ts';
import type { DesktopProfile } from './profile.ts';
import type { DesktopRecord } from './record.ts';
import {
  insidePlaces,
  keyFilter,
  outsidePlaces,
  passwdOf,
  productFiles,
  sandboxArguments,
  type Places,
} from './sandbox.ts';
import { chooseWalls, fixOfBubblewrap, type Walls } from './walls.ts';

/** A desktop of this process, with which it ends, in any case. */
export interface OwnDesktop {
  readonly record: DesktopRecord;
  /** Its folder. */
  readonly folder: string;
  /** Resolves when it has ended, with the reason in a sentence. */
  readonly ended: Promise<string>;
  /** The folder for its programs' lasting results; null if there is none. */
  readonly results: string | null;
  /** Ends its programs and removes its folder. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly profile: DesktopProfile;
  /** The built `desktop.js`, beside the engine. */
  readonly entry: string;
  /** The parent of a new folder for its programs' results, at the same path inside; none by default. */
  readonly results?: string;
  /** The client that it is for, shown in the list of desktops; none in particular by default. */
  readonly openedBy?: string;
  /** Further variables of its programs, in place of those that it sets. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** How long its programs may take to end when asked, in milliseconds. */
const endMs = 2_000;
/** How much of its programs' output is kept for the error of a desktop that ends early, in characters. */
const keptText = 4_000;

/**
 * Starts a desktop: X server and window manager or a compositor, session bus and accessibility, with its own home, within walls.
 * @throws AppError `unsupported_platform` for what is missing here, with the command that brings it; `timeout`;
 * `cancelled`
 */
export async function startDesktop({
  profile: wished,
  entry,
  results: above,
  openedBy = '',
  variables = {},
  signal,
}: StartOptions): Promise<OwnDesktop> {
  requireSystem(wished.session);
  requireLocale(wished.locale);
  const walls = chooseWalls(wished.walls);
  await sweepDesktops();
  const folder = makeDesktopFolder();
  const results = above === undefined ? null : makeResultsFolder(above, folder.path);
  const profile = results === null ? wished : { ...wished, writable: [...wished.writable, results] };
  let child: ChildProcess | null = null;
  try {
    child = spawnDesktop(folder.path, profile, walls, { entry, variables });
    const ended = endOf(child, folder.path);
    const report = await withDeadline({ signal, timeoutMs: profile.timeouts.start, what: 'Starting the desktop' }, () =>
      Promise.race([reportOf(child as ChildProcess), ended.then((why) => ({ failed: why }))]),
    );
    if ('failed' in report) throw failure(report.failed, walls);
    const record = recordOf(folder, profile, {
      openedBy,
      walls,
      display: report.display,
      hasView: wished.session === 'x11' && xServer()?.hasView === true,
    });
    await atomicWrite(path.join(folder.path, recordName), JSON.stringify(record));
    return { record, folder: folder.path, results, ended, stop: () => stop(child as ChildProcess, folder.path) };
  } catch (error) {
    if (child) await stop(child, folder.path);
    else await removeDesktopFolder(folder.path);
    throw error;
  }
}

function requireSystem(session: Session): void {
  if (process.platform !== 'linux')
    throw new AppError('unsupported_platform', 'Desktops of Deskscope’s own exist on Linux only.');
  const missing = missingPrograms(session);
  const packages = [...missing.map((need) => need.package), ...(hasAccessibility() ? [] : ['at-spi2-core'])];
  if (packages.length === 0) return;
  const what = [...missing.map((need) => need.what), ...(hasAccessibility() ? [] : ['accessibility'])].join(', ');
  throw new AppError('unsupported_platform', `A desktop requires ${what}, which is not installed.`, {
    hint: `Run \`${installCommand(packages)}\`.`,
  });
}

function spawnDesktop(
  folder: string,
  profile: DesktopProfile,
  walls: Walls,
  { entry, variables }: { readonly entry: string; readonly variables: Readonly<Record<string, string>> },
): ChildProcess {
  const places = walls === 'bwrap' ? insidePlaces : outsidePlaces(folder);
  const server = profile.session === 'x11' ? xServer() : null;
  writeAuthority(path.join(folder, 'run', 'Xauthority'));
  writeToolkitSettings(outsidePlaces(folder).home);
  const environment = { ...desktopEnvironment(profile, places, walls), ...variables };
  const order: Order = {
    session: profile.session,
    server: server?.path ?? '',
    view: server?.hasView ? path.join(places.door, 'view') : null,
    ...profile.size,
    scale: profile.scale,
    door: path.join(places.door, 'door'),
    ownProcesses: walls === 'bwrap',
  };
  const program = [process.execPath, entry, JSON.stringify(order)] as const;
  // 3 is the lifeline: its end here closes with this process. A separate session keeps Ctrl+C from its programs.
  const options = { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] as const, detached: true };
  if (walls !== 'bwrap') {
    const [command, ...args] = program;
    return spawn(command, args, { ...options, stdio: [...options.stdio], env: environment, cwd: places.home });
  }
  writeFileSync(path.join(folder, 'passwd'), passwdOf());
  const product = productFiles(entry);
  const { network, readable, writable } = profile;
  const filter = options.stdio.length;
  const args = sandboxArguments({ folder, network, readable, writable, product, environment, filter });
  const file = path.join(folder, 'filter');
  writeFileSync(file, keyFilter());
  const opened = openSync(file, 'r');
  try {
    const stdio = [...options.stdio, opened];
    return spawn('bwrap', [...args, ...program], { ...options, stdio, env: { PATH: process.env['PATH'] } });
  } finally {
    closeSync(opened);
  }
}

/** Resolves with a sentence about why it ended. */
function endOf(child: ChildProcess, folder: string): Promise<string> {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-keptText)));
  const lifeline = child.stdio[3] as Socket | null | undefined;
  // Nothing is written to it. Without a listener its error would end this process, and unread it would never count as
  // closed.
  lifeline?.on('error', () => undefined).resume();
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`It does not start: ${error.message}.`));
    child.once('close', (code, signal) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      void removeDesktopFolder(folder).then(() => resolve(last || `It ended (${signal ?? `exit code ${code ?? 0}`}).`));
    });
  });
}

function reportOf(child: ChildProcess): Promise<Report> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      // The desktop's first program wrote it, which is ours.
      if (text.includes('\n')) resolve(JSON.parse(text.split('\n')[0] ?? '') as Report);
    });
  });
}

/** What moves would be drawn, looked at and waited for without end. */
const toolkitSettings = '[Settings]\ngtk-enable-animations=0\ngtk-cursor-blink=0\n';

function writeToolkitSettings(home: string): void {
  for (const toolkit of ['gtk-3.0', 'gtk-4.0']) {
    const folder = path.join(home, '.config', toolkit);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'settings.ini'), toolkitSettings);
  }
}

function failure(why: string, walls: Walls): AppError {
  const isWall = walls === 'bwrap' && why.startsWith('bwrap:');
  return new AppError('unsupported_platform', `The desktop did not start: ${why}`, {
    hint: isWall ? fixOfBubblewrap() : 'Run `deskscope doctor` to see what is missing.',
  });
}

function recordOf(
  { id, owner }: DesktopFolder,
  { session, size, scale, locale, network, readable, writable }: DesktopProfile,
  more: Pick<DesktopRecord, 'openedBy' | 'walls' | 'display' | 'hasView'>,
): DesktopRecord {
  return {
    id,
    owner,
    startedAt: new Date().toISOString(),
    ...more,
    session,
    ...size,
    scale,
    locale,
    network,
    readable,
    writable,
  };
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.stdio[3]?.destroy();
    const timer = setTimeout(() => child.kill('SIGKILL'), endMs);
    await gone;
    clearTimeout(timer);
  }
  await removeDesktopFolder(folder);
}

/**
 * Writes the secret that a display requires: one entry for every address and display, as Xau(3) lays it out, since the
 * display's number is known only once its server runs.
 */
function writeAuthority(file: string): void {
  const familyWild = Buffer.from([0xff, 0xff]);
  const parts = [Buffer.alloc(0), Buffer.alloc(0), Buffer.from('MIT-MAGIC-COOKIE-1'), randomBytes(16)];
  const lengthOf = (part: Buffer) => Buffer.from([part.length >> 8, part.length & 0xff]);
  const entry = Buffer.concat([familyWild, ...parts.flatMap((part) => [lengthOf(part), part])]);
  writeFileSync(file, entry, { mode: 0o600 });
}

/** Variables that lead to another session, or turn accessibility off. */
const foreign =
  /^(DISPLAY|WAYLAND_DISPLAY|WAYLAND_SOCKET|DBUS_|XDG_|DESKTOP_|AT_SPI_|NO_AT_BRIDGE|GTK_|GDK_|QT_|LC_|LANG|SSH_|GPG_|GNOME_|KDE_|SESSION_MANAGER|SWAYSOCK|I3SOCK)/;

/** Fixed, so that the same programs are found whoever starts the desktop. */
const usualPath = '/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games';

/** Where toolkits show their windows. */
const ofSession: Readonly<Record<Session, Readonly<Record<string, string>>>> = {
  x11: { XDG_SESSION_TYPE: 'x11', GDK_BACKEND: 'x11', QT_QPA_PLATFORM: 'xcb', MOZ_ENABLE_WAYLAND: '0' },
  sway: { ...onWayland(), XDG_CURRENT_DESKTOP: 'sway' },
  kwin: { ...onWayland(), XDG_CURRENT_DESKTOP: 'KDE' },
  // The shell and what sets it up share these settings.
  gnome: { ...onWayland(), XDG_CURRENT_DESKTOP: 'GNOME', GSETTINGS_BACKEND: 'keyfile' },
};

function onWayland() {
  const electron = { ELECTRON_OZONE_PLATFORM_HINT: 'auto' };
  return { XDG_SESSION_TYPE: 'wayland', QT_QPA_PLATFORM: 'wayland;xcb', MOZ_ENABLE_WAYLAND: '1', ...electron };
}

/** The same on every desktop. */
const ofAll = {
  QT_ACCESSIBILITY: '1',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  GTK_USE_PORTAL: '0',
  // There is no graphics card, and nothing to keep settings in between.
  LIBGL_ALWAYS_SOFTWARE: '1',
  GSK_RENDERER: 'cairo',
  GSETTINGS_BACKEND: 'memory',
};

/**
 * The environment of a desktop's programs. With walls that need no clean set, variables that lead nowhere else are
 * kept.
 */
function desktopEnvironment(profile: DesktopProfile, places: Places, walls: Walls): Record<string, string> {
  const kept = walls === 'bwrap' ? [] : Object.entries(programEnvironment()).filter(([name]) => !foreign.test(name));
  const { session, scale, locale, theme } = profile;
  return {
    PATH: usualPath,
    ...Object.fromEntries(kept),
    HOME: places.home,
    USER: 'desktop',
    LOGNAME: 'desktop',
    SHELL: '/bin/sh',
    LANG: locale,
    ...(process.env['TZ'] !== undefined && { TZ: process.env['TZ'] }),
    // Deskscope's own programs run in the same runtime as this one.
    ...('electron' in process.versions && { ELECTRON_RUN_AS_NODE: '1' }),
    XDG_RUNTIME_DIR: places.run,
    XAUTHORITY: path.join(places.run, 'Xauthority'),
    ...ofAll,
    ...ofSession[session],
    // A compositor scales its output instead.
    ...(scale !== 1 && session === 'x11' && { GDK_SCALE: String(scale), QT_SCALE_FACTOR: String(scale) }),
    ...(theme !== undefined && { GTK_THEME: theme }),
  };
}

/** @throws AppError `language_not_supported`: programs would silently fall back to English */
function requireLocale(locale: string): void {
  if (/^(C|POSIX|C\.UTF-?8)$/i.test(locale)) return;
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9@.]/g, '');
  const installed = execFileSync('locale', ['-a'], { encoding: 'utf8' }).split('\n').map(plain);
  if (installed.includes(plain(locale))) return;
  throw new AppError('language_not_supported', `The locale ${locale} is not installed.`, {
    hint: `Run \`sudo apt-get install locales && sudo localedef -i ${locale.split('.')[0] ?? ''} -f UTF-8 ${locale}\`. \`locale -a\` lists the installed ones.`,
  });
}
