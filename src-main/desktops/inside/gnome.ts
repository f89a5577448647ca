import { execFile } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { installExtension } from '../../setup/gnome-extension/install.ts';
import { doorOf } from '../../setup/gnome-extension/protocol.ts';
import type { Order } from './order.ts';
import { makeFolderOfSockets, start, startBusAt, until, variable, type Ended } from './programs.ts';

/** Settings in the desktop's own home, for what would cover windows or take presses. */
const settings = [
  ['org.gnome.shell', 'welcome-dialog-last-shown-version', '999'],
  // The superuser gets a warning.
  ['org.gnome.desktop.notifications', 'show-banners', 'false'],
  ['org.gnome.desktop.interface', 'enable-hot-corners', 'false'],
  ['org.gnome.desktop.screensaver', 'lock-enabled', 'false'],
  ['org.gnome.desktop.session', 'idle-delay', '0'],
] as const;

const withinMs = 10_000;

/** GNOME's shell without a screen, with Deskscope's extension. */
export async function startGnome(
  { width, height, scale, ownProcesses }: Order,
  run: string,
  ended: Ended,
): Promise<void> {
  // There is no system here, whose services it would ask.
  const system = await startBusAt(`unix:path=${run}/system-bus`, ended);
  await installExtension(process.env);
  for (const setting of settings) await output('gsettings', 'set', ...setting);
  makeFolderOfSockets();
  const log = path.join(run, 'gnome.log');
  const file = openSync(log, 'a');
  const args = [
    '--headless',
    '--virtual-monitor',
    `${width}x${height}`,
    '--wayland-display',
    variable('WAYLAND_DISPLAY'),
  ];
  const own = { DBUS_SYSTEM_BUS_ADDRESS: system, WAYLAND_DISPLAY: '' };
  start('gnome-shell', [...args, ...(ownProcesses ? [] : ['--no-x11'])], ended, own, [file, file]);
  const { socket } = doorOf(process.env);
  await until(() => existsSync(socket) && readFileSync(log, 'utf8').includes('GNOME Shell started'), 'GNOME');
  await leaveOverview();
  if (scale !== 1) await setScale(scale, `${width}x${height}`);
  Object.assign(process.env, xOf(run, readFileSync(log, 'utf8')));
}

/** The shell begins with it. */
async function leaveOverview(): Promise<void> {
  const shell = ['--session', '--dest', 'org.gnome.Shell', '--object-path', '/org/gnome/Shell'];
  const set = ['--method', 'org.freedesktop.DBus.Properties.Set', 'org.gnome.Shell', 'OverviewActive', '<false>'];
  await output('gdbus', 'call', ...shell, ...set);
}

async function setScale(scale: number, size: string): Promise<void> {
  const service = 'org.gnome.Mutter.DisplayConfig';
  const call = (method: string, ...args: readonly string[]) => {
    const at = ['--dest', service, '--object-path', '/org/gnome/Mutter/DisplayConfig'];
    return output('gdbus', 'call', '--session', ...at, '--method', `${service}.${method}`, ...args);
  };
  const serial = /uint32 (\d+)/.exec(await call('GetCurrentState'))?.[1] ?? '';
  const onceOnly = '1';
  await call(
    'ApplyMonitorsConfig',
    serial,
    onceOnly,
    `[(0, 0, ${scale}, 0, true, [('Meta-0', '${size}@60.000', {})])]`,
    '{}',
  );
}

/**
 * The shell starts XWayland for the first client, and logs its display. GNOME 48 cannot without systemd; then apps of X11 do not
 * start.
 */
function xOf(run: string, log: string): Readonly<Record<string, string>> {
  if (log.includes('Failed to init X11 display')) return {};
  const display = /Using public X11 display (:\d+)/.exec(log)?.[1];
  const authority = readdirSync(run).find((name) => name.startsWith('.mutter-Xwaylandauth'));
  return display && authority ? { DISPLAY: display, XAUTHORITY: path.join(run, authority) } : {};
}

async function output(program: string, ...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(program, [...args], { timeout: withinMs })).stdout;
}
