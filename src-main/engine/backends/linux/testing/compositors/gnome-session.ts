import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import type { Point } from '#contract/model/geometry';
import {
  installExtension,
  removeExtension,
  type ExtensionState,
} from '../../../../../setup/gnome-extension/install.ts';
import { doorOf } from '../../../../../setup/gnome-extension/protocol.ts';
import { end } from '../../../../testing/programs.ts';
import { BusConnection } from '../../dbus/connection.ts';
import { buttonCodes } from '../../wayland/input/evdev.ts';
import { until } from '../apps/target-app.ts';
import { pipeWire } from '../portal-services.ts';
import { outputOf } from '../x-display.ts';
import { clickBy, type Devices } from '../people/person.ts';

/** Large, so it is optional. */
export const hasGnome = existsSync('/usr/bin/gnome-shell');

export interface GnomeSession {
  /** The environment for programs on it, as Wayland apps if their toolkit supports that. */
  readonly env: NodeJS.ProcessEnv;
  /** Removes the extension. */
  remove(): Promise<ExtensionState>;
  /** Kills the shell, and starts another at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A monitor; its logical size must be large enough for GNOME. */
export interface GnomeMonitor {
  /** A scale that GNOME offers for this size; others yield fractional logical pixels. */
  readonly scale: number;
  /** Its position, in layout units. One monitor must begin at the origin, and none left of it or above. */
  readonly x: number;
}

export interface GnomeOptions {
  /** Default: one of 1280 × 800 pixels at scale 1. */
  readonly monitors?: readonly GnomeMonitor[];
  /** Size of each in pixels. */
  readonly size?: string;
  /** Layout units are logical pixels, and scales may be fractional; otherwise they are monitor pixels, GNOME 43's default. */
  readonly logical?: boolean;
  readonly withX?: boolean;
  /** The shell evaluates scripts: for verification, never for Deskscope. */
  readonly unsafe?: boolean;
  /** Without the extension, as GNOME is by default. */
  readonly extension?: boolean;
  /** With PipeWire, which portals need for pictures and screen positions. */
  readonly portals?: boolean;
}

/** A headless gnome-shell, with its own buses and settings and the extension installed. */
export async function startGnome({
  monitors = [],
  size = '1600x1200',
  logical = false,
  withX = false,
  unsafe = false,
  extension = true,
  portals = false,
}: GnomeOptions = {}): Promise<GnomeSession> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-gnome-'));
  const buses = { session: `unix:path=${join(folder, 'bus')}`, system: `unix:path=${join(folder, 'system-bus')}` };
  const { DISPLAY: _, XAUTHORITY: __, AT_SPI_BUS_ADDRESS: ___, ...rest } = process.env;
  const env: NodeJS.ProcessEnv = {
    ...rest,
    XDG_RUNTIME_DIR: folder,
    DBUS_SESSION_BUS_ADDRESS: buses.session,
    WAYLAND_DISPLAY: join(folder, 'wayland'),
    // The extension's location.
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CURRENT_DESKTOP: 'GNOME',
    XDG_SESSION_TYPE: 'wayland',
    GDK_BACKEND: 'wayland',
    QT_QPA_PLATFORM: 'wayland',
  };
  const shellEnv = {
    ...env,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    DBUS_SYSTEM_BUS_ADDRESS: buses.system,
    GSETTINGS_BACKEND: 'keyfile',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
  const children: ChildProcess[] = [];
  const log = join(folder, 'log');
  const start = (command: string, args: readonly string[]) => {
    const output = openSync(log, 'a');
    const child = spawn(command, [...args], { env: shellEnv, stdio: ['ignore', output, output] });
    children.push(child);
    closeSync(output);
    return child;
  };
  const close = async () => {
    for (const child of children.reverse()) await end(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    for (const address of Object.values(buses)) start('dbus-daemon', ['--session', '--nofork', `--address=${address}`]);
    await until(() => ['bus', 'system-bus'].every((bus) => existsSync(join(folder, bus))));
    if (extension) await installExtension(shellEnv);
    if (portals) for (const program of pipeWire) start(program, []);
    // Otherwise it shows a welcome dialog over all windows.
    await outputOf('gsettings', ['set', 'org.gnome.shell', 'welcome-dialog-last-shown-version', '999'], shellEnv);
    // The superuser gets a warning, over windows as well.
    await outputOf('gsettings', ['set', 'org.gnome.desktop.notifications', 'show-banners', 'false'], shellEnv);
    const feature = logical ? "['scale-monitor-framebuffer']" : '[]';
    // GNOME 51 has no such setting: there is one layout.
    const set = (...args: readonly string[]) => outputOf('gsettings', ['set', ...args], shellEnv);
    await set('org.gnome.mutter', 'experimental-features', feature).catch(() => undefined);
    // A headless session of GNOME 50 and newer begins with the pointer in it.
    await set('org.gnome.desktop.interface', 'enable-hot-corners', 'false');
    const sizes = monitors.length === 0 ? ['1280x800'] : monitors.map(() => size);
    const args = [
      ...sizes.flatMap((size) => ['--virtual-monitor', size]),
      ...(withX ? [] : ['--no-x11']),
      ...(unsafe ? ['--unsafe-mode'] : []),
    ];
    const { socket } = doorOf(env);
    let compositor: ChildProcess | undefined;
    const timesStarted = () => readFileSync(log, 'utf8').split('GNOME Shell started').length - 1;
    const restart = async () => {
      if (compositor) await end(compositor);
      for (const left of [socket, xAuthorityIn(folder)]) rmSync(left, { force: true });
      const before = timesStarted();
      compositor = start('gnome-shell', ['--headless', ...args, '--wayland-display', 'wayland']);
      await until(() => (extension ? existsSync(socket) : leavesOverview(shellEnv)), 60_000);
      // Monitors that change during startup may leave a pane on the screen that takes all presses until then.
      await until(() => timesStarted() > before, 60_000);
      if (monitors.length > 0) await arrange(monitors, size, logical, shellEnv);
      Object.assign(env, withX ? xOf(folder, readFileSync(log, 'utf8')) : { DISPLAY: undefined });
    };
    await restart();
    return { env, remove: () => removeExtension(shellEnv), restart, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Leaves the overview, with which a shell without the extension begins. @returns whether it already answers on the bus */
export function leavesOverview(env: NodeJS.ProcessEnv): Promise<boolean> {
  const shell = ['--dest', 'org.gnome.Shell', '--object-path', '/org/gnome/Shell'];
  const set = ['--method', 'org.freedesktop.DBus.Properties.Set', 'org.gnome.Shell', 'OverviewActive', '<false>'];
  return outputOf('gdbus', ['call', '--session', ...shell, ...set], env).then(
    () => true,
    () => false,
  );
}

async function arrange(
  monitors: readonly GnomeMonitor[],
  size: string,
  logical: boolean,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const service = 'org.gnome.Mutter.DisplayConfig';
  const call = (method: string, ...args: readonly string[]) => {
    const at = ['--dest', service, '--object-path', '/org/gnome/Mutter/DisplayConfig'];
    return outputOf('gdbus', ['call', '--session', ...at, '--method', `${service}.${method}`, ...args], env);
  };
  // On a busy machine the shell answers here later than its extension does.
  let serial = '';
  await until(async () => {
    serial = /uint32 (\d+)/.exec(await call('GetCurrentState').catch(() => ''))?.[1] ?? '';
    return serial !== '';
  });
  const placed = monitors.map(
    ({ scale, x }, i) => `(${x}, 0, ${scale}, 0, ${i === 0}, [('Meta-${i}', '${size}@60.000', {})])`,
  );
  // Set again if permitted, refused otherwise.
  const mode = logical ? "{'layout-mode': <uint32 1>}" : '{}';
  const onceOnly = '1';
  await call('ApplyMonitorsConfig', serial, onceOnly, `[${placed.join(', ')}]`, mode);
}

/** The shell starts XWayland for the first client, and logs its display. */
function xOf(folder: string, log: string): NodeJS.ProcessEnv {
  const display = /Using public X11 display (:\d+)(?![^]*Using public)/.exec(log)?.[1];
  const authority = xAuthorityIn(folder);
  if (!display || !existsSync(authority)) throw new Error('GNOME has no XWayland.');
  return { DISPLAY: display, XAUTHORITY: authority };
}

function xAuthorityIn(folder: string): string {
  return join(folder, readdirSync(folder).find((name) => name.startsWith('.mutter-Xwaylandauth')) ?? 'no-authority');
}

const service = 'org.gnome.Mutter.RemoteDesktop';

const withinMs = 10_000;

/** The mouse and keyboard of GNOME's own screen sharing, which Deskscope does not use. */
export async function gnomeDevices(address: string, screen: Point): Promise<Devices> {
  const signal = () => AbortSignal.timeout(withinMs);
  const bus = await BusConnection.open(address, signal());
  const root = { destination: service, path: '/org/gnome/Mutter/RemoteDesktop', interface: service };
  let path: unknown;
  // It starts a moment after the shell itself.
  await until(async () => {
    [path] = await bus.call({ ...root, member: 'CreateSession' }, signal());
    return true;
  });
  const session = { destination: service, path: String(path), interface: `${service}.Session` };
  const call = (member: string, signature: string, ...body: readonly unknown[]) =>
    bus.call({ ...session, member, signature, body }, signal());
  await bus.call({ ...session, member: 'Start' }, signal());
  const by = (x: number, y: number) => call('NotifyPointerMotionRelative', 'dd', x, y);
  const key = (code: number, down: boolean) => call('NotifyKeyboardKeycode', 'ub', code, down);
  return {
    async move({ x, y }) {
      // It only moves relatively, and others move the pointer too: it starts in the last corner, if nothing opens there.
      await by(screen.x, screen.y);
      await by(x - screen.x + 1, y - screen.y + 1);
    },
    click: (heldMs) => clickBy((down) => call('NotifyPointerButton', 'ib', buttonCodes.left, down), heldMs),
    key,
    tap: (code) => Promise.all([key(code, true), key(code, false)]),
    close: () => bus.close(),
  };
}
