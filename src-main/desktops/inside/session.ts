import { execFile } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Order } from './order.ts';
import { firstLine, makeFolderOfSockets, start, startBusAt, startMs, until, variable, type Ended } from './programs.ts';

/**
 * Starts all that makes a desktop.
 * @returns its display, such as `:0` or the socket of a compositor
 * @throws Error the sentence to report
 */
export async function startSession(order: Order, ended: Ended): Promise<string> {
  const run = variable('XDG_RUNTIME_DIR');
  // Services that the bus starts, accessibility among them, have its environment: the display must be in it.
  switch (order.session) {
    case 'x11':
      process.env['DISPLAY'] = await startServer(order, ended);
      await startBus(run, ended);
      await Promise.all([startWindowManager(run, ended), startAccessibility()]);
      break;
    case 'sway':
      await startSway(order, run, ended);
      await startBus(run, ended);
      await startAccessibility();
      break;
    case 'kwin':
      // It needs the bus, and takes the socket that it is given.
      process.env['WAYLAND_DISPLAY'] = 'wayland-0';
      await startBus(run, ended);
      await Promise.all([startKWin(order, run, ended), startAccessibility()]);
      break;
    case 'gnome': {
      process.env['WAYLAND_DISPLAY'] = 'wayland-0';
      await startBus(run, ended);
      const { startGnome } = await import('./gnome.ts');
      await Promise.all([startGnome(order, run, ended), startAccessibility()]);
      break;
    }
  }
  return process.env['WAYLAND_DISPLAY'] ?? process.env['DISPLAY'] ?? '';
}

async function startServer(order: Order, ended: Ended): Promise<string> {
  makeFolderOfSockets();
  const { width, height, view, scale } = order;
  const picture = view
    ? [
        '-geometry',
        `${width}x${height}`,
        '-depth',
        '24',
        '-rfbport',
        '-1',
        '-rfbunixpath',
        view,
        '-rfbunixmode',
        '0600',
      ]
    : ['-screen', '0', `${width}x${height}x24`];
  // The view's socket is in a folder that only the user can read, so it needs no password.
  const access = view ? ['-SecurityTypes', 'None', '-AlwaysShared'] : [];
  const shared = ['-dpi', String(96 * scale), '-nolisten', 'tcp', '-noreset', '-auth', variable('XAUTHORITY')];
  const server = start(order.server, ['-displayfd', '3', ...picture, ...access, ...shared], ended);
  return `:${await firstLine(server, path.basename(order.server))}`;
}

/** sway on wlroots' headless back end. Its windows float, as on most desktops. */
async function startSway({ width, height, scale, ownProcesses }: Order, run: string, ended: Ended): Promise<void> {
  const [config, ready] = [path.join(run, 'sway.conf'), path.join(run, 'sway-ready')];
  const names = ['WAYLAND_DISPLAY', 'SWAYSOCK', 'DISPLAY'];
  const lines = [
    `output HEADLESS-1 resolution ${width}x${height} position 0 0 scale ${scale}`,
    // Its X server asks nobody for a secret, so others must not reach it.
    `xwayland ${ownProcesses ? 'force' : 'disable'}`,
    'seat seat0 fallback true',
    'for_window [app_id=".*"] floating enable',
    'for_window [class=".*"] floating enable',
    `exec sh -c 'printf "%s\\n" ${names.map((name) => `"$${name}"`).join(' ')} > ${ready}.part; mv ${ready}.part ${ready}'`,
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const headless = { WLR_BACKENDS: 'headless', WLR_RENDERER: 'pixman', WLR_LIBINPUT_NO_DEVICES: '1' };
  start('sway', ['-c', config], ended, headless);
  await until(() => existsSync(ready), 'sway');
  readFileSync(ready, 'utf8')
    .split('\n')
    .forEach((value, index) => value !== '' && (process.env[names[index] ?? ''] = value));
}

/** KWin without a screen. It lets programs of its own desktop take pictures and give input. */
async function startKWin({ width, height, scale, ownProcesses }: Order, run: string, ended: Ended): Promise<void> {
  const ready = path.join(run, 'kwin-ready');
  makeFolderOfSockets();
  const size = ['--width', String(width), '--height', String(height), '--scale', String(scale)];
  const socket = ['--socket', variable('WAYLAND_DISPLAY'), '--no-lockscreen'];
  const report = `printf "%s\\n" "$DISPLAY" "$XAUTHORITY" > ${ready}.part; mv ${ready}.part ${ready}`;
  const granted = { KWIN_WAYLAND_NO_PERMISSION_CHECKS: '1', KWIN_SCREENSHOT_NO_PERMISSION_CHECKS: '1' };
  const own = { QT_QPA_PLATFORM: '', WAYLAND_DISPLAY: '', KWIN_COMPOSE: 'O2', KWIN_EFFECTS_FORCE_ANIMATIONS: '1' };
  // It starts what follows once windows can be shown.
  const args = ['--virtual', ...size, ...socket, ...(ownProcesses ? ['--xwayland'] : []), `sh -c '${report}'`];
  // Where the engine's effect tells what a person presses, since there is no journal here.
  process.env['DESKSCOPE_KWIN_LOG'] = path.join(run, 'kwin.log');
  const log = openSync(process.env['DESKSCOPE_KWIN_LOG'], 'a');
  start('kwin_wayland', args, ended, { ...granted, ...own }, ['ignore', log]);
  await until(() => existsSync(ready), 'KWin');
  const [display = '', authority = ''] = readFileSync(ready, 'utf8').split('\n');
  if (display !== '') process.env['DISPLAY'] = display;
  if (authority !== '') process.env['XAUTHORITY'] = authority;
}

async function startBus(run: string, ended: Ended): Promise<void> {
  process.env['DBUS_SESSION_BUS_ADDRESS'] = await startBusAt(`unix:path=${run}/bus`, ended);
}

async function startWindowManager(run: string, ended: Ended): Promise<void> {
  const managing = path.join(run, 'window-manager');
  // It runs this once it manages windows.
  start('openbox', ['--sm-disable', '--startup', `touch ${managing}`], ended);
  await until(() => existsSync(managing), 'openbox');
}

/**
 * Enabled before any app starts, for those that check only then. The registry is queried as well: Qt 5 does so once,
 * and stays without elements if there is no answer.
 */
async function startAccessibility(): Promise<void> {
  const status = ['--session', '--print-reply=literal', '--dest=org.a11y.Bus', '/org/a11y/bus'];
  const address = (await send(...status, 'org.a11y.Bus.GetAddress')).trim();
  const property = ['string:org.a11y.Status', 'string:IsEnabled', 'variant:boolean:true'];
  const count = ['string:org.a11y.atspi.Accessible', 'string:ChildCount'];
  const root = ['--dest=org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'];
  await Promise.all([
    send(...status, 'org.freedesktop.DBus.Properties.Set', ...property),
    send(`--bus=${address}`, '--print-reply', ...root, 'org.freedesktop.DBus.Properties.Get', ...count),
  ]);
}

async function send(...args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)('dbus-send', [...args], { timeout: startMs })).stdout;
  } catch (error) {
    const reason = (error as { readonly stderr?: string }).stderr?.trim();
    throw new Error(`Accessibility (at-spi2-core) does not start: ${reason || String(error)}`);
  }
}
