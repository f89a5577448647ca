import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../../../../../scripts/lib/run.mjs';
import { until } from './apps/target-app.ts';

export interface SandboxOptions {
  /** Flatpak's id; null for a sandbox that does not identify itself. */
  readonly id: string | null;
  /** Folders to mount, if they exist. */
  readonly folders?: readonly string[];
  /** Like `flatpak run --no-a11y-bus` with `--talk-name=org.a11y.Bus`: the app asks the session bus for the accessibility bus. */
  readonly bySessionBus?: true;
}

const ownFolders: ReadonlySet<string> = new Set(['dev', 'proc', 'sys', 'tmp', 'run', '.flatpak-info']);
/** The registry’s methods that Flatpak 1.14 lets an app call (its `common/flatpak-run-dbus.c`). */
const registryCalls = [
  ...['Socket.Embed', 'Socket.Unembed'].map((method) => `${method}@/org/a11y/atspi/accessible/root`),
  'Registry.GetRegisteredEvents@/org/a11y/atspi/registry',
  ...['GetKeystrokeListeners', 'GetDeviceEventListeners', 'NotifyListenersSync', 'NotifyListenersAsync'].map(
    (method) => `DeviceEventController.${method}@/org/a11y/atspi/registry/deviceeventcontroller`,
  ),
].map((call) => `--call=org.a11y.atspi.Registry=org.a11y.atspi.${call}`);

/**
 * Starts a program like `flatpak run`: in its own namespaces, with the X server’s socket mounted, both buses through one proxy
 * with Flatpak’s rules, and `/.flatpak-info` for the app and its proxy.
 * @returns the processes, which the caller ends
 */
export async function startInSandbox(
  { id, folders = [], bySessionBus }: SandboxOptions,
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<readonly ChildProcess[]> {
  const runtime = env['XDG_RUNTIME_DIR'] ?? '';
  const folder = mkdtempSync(join(runtime, 'sandbox-'));
  const info = join(folder, 'info');
  writeFileSync(info, `[Application]\nname=${id ?? 'none'}\n\n[Instance]\ninstance-id=${folder.slice(-6)}\n`);
  const binds = id === null ? [] : ['--ro-bind', info, '/.flatpak-info'];
  const [session, accessibility] = [join(folder, 'bus'), join(folder, 'at-spi')];
  const proxy = spawn(
    'bwrap',
    [
      ...systemFolders(),
      '--bind',
      '/tmp',
      '/tmp',
      '--dev-bind',
      '/dev',
      '/dev',
      '--proc',
      '/proc',
      ...binds,
      '--bind',
      runtime,
      runtime,
      '--die-with-parent',
      '--',
      'xdg-dbus-proxy',
      env['DBUS_SESSION_BUS_ADDRESS'] ?? '',
      session,
      '--filter',
      `--own=${id ?? 'org.example.None'}`,
      ...(bySessionBus ? ['--talk=org.a11y.Bus'] : []),
      await accessibilityBus(env),
      accessibility,
      '--filter',
      '--sloppy-names',
      ...registryCalls,
    ],
    { stdio: 'ignore', env },
  );
  await until(() => existsSync(session) && existsSync(accessibility));
  const inside: NodeJS.ProcessEnv = {
    ...env,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/flatpak/bus',
    ...(!bySessionBus && { AT_SPI_BUS_ADDRESS: 'unix:path=/run/flatpak/at-spi-bus' }),
    GSK_RENDERER: 'cairo',
  };
  const display = `/tmp/.X11-unix/X${/:(\d+)/.exec(env['DISPLAY'] ?? '')?.[1] ?? ''}`;
  const authority = env['XAUTHORITY'];
  const own = [...folders, ...(authority === undefined ? [] : [dirname(authority)])];
  const app = spawn(
    'bwrap',
    [
      ...systemFolders(),
      '--dev',
      '/dev',
      '--proc',
      '/proc',
      '--tmpfs',
      '/tmp',
      '--tmpfs',
      '/run',
      ...binds,
      '--ro-bind',
      display,
      display,
      '--ro-bind',
      session,
      '/run/flatpak/bus',
      '--ro-bind',
      accessibility,
      '/run/flatpak/at-spi-bus',
      ...own.flatMap((each) => ['--bind', each, each]),
      '--unshare-pid',
      '--unshare-ipc',
      '--die-with-parent',
      '--',
      ...command,
    ],
    { stdio: 'ignore', env: inside },
  );
  return [app, proxy];
}

async function accessibilityBus(env: NodeJS.ProcessEnv): Promise<string> {
  const call = [
    '--session',
    '--print-reply=literal',
    '--dest=org.a11y.Bus',
    '/org/a11y/bus',
    'org.a11y.Bus.GetAddress',
  ];
  const { output } = await run('dbus-send', call, { env });
  return output.trim();
}

/** Never all of `/`: bubblewrap would have to create the mount points in it. */
function systemFolders(): readonly string[] {
  return readdirSync('/').flatMap((name) => {
    const place = `/${name}`;
    if (ownFolders.has(name)) return [];
    if (lstatSync(place).isSymbolicLink()) return ['--symlink', readlinkSync(place), place];
    return lstatSync(place).isDirectory() ? ['--ro-bind', place, place] : [];
  });
}
