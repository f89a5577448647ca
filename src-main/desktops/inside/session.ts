import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sleep } from '../../base/async/deadline.ts';

/** The startup order for a desktop's first program, as JSON in its only argument. */
export interface Order {
  /** Path of the X server. */
  readonly server: string;
  /** The socket of its live view, if it has one. */
  readonly view: string | null;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  /** The socket at which programs are started on the desktop. */
  readonly door: string;
  /** Whether this is the first process of its own namespace, with which all others end. */
  readonly ownProcesses: boolean;
}

/** The only line that it writes to standard output. */
export type Report = { readonly display: string } | { readonly failed: string };

/** How long each program may take until it is ready, in milliseconds; a busy machine is slow. */
const startMs = 20_000;
const lookMs = 5;

/** Starts all that makes a desktop. @returns its display, such as `:0` @throws Error the sentence to report */
export async function startSession(order: Order, ended: (what: string) => void): Promise<string> {
  const run = variable('XDG_RUNTIME_DIR');
  // Services that the bus starts, accessibility among them, have its environment: the display must be in it.
  process.env['DISPLAY'] = await startServer(order, ended);
  await startBus(run, ended);
  await Promise.all([startWindowManager(run, ended), startAccessibility()]);
  return process.env['DISPLAY'];
}

async function startServer(order: Order, ended: (what: string) => void): Promise<string> {
  // X servers make it themselves only as root.
  mkdirSync('/tmp/.X11-unix', { recursive: true, mode: 0o1777 });
  const { width, height, view, dpi } = order;
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
  const shared = ['-dpi', String(dpi), '-nolisten', 'tcp', '-noreset', '-auth', variable('XAUTHORITY')];
  const server = start(order.server, ['-displayfd', '3', ...picture, ...access, ...shared], ended);
  return `:${await firstLine(server, path.basename(order.server))}`;
}

async function startBus(run: string, ended: (what: string) => void): Promise<void> {
  const address = `unix:path=${run}/bus`;
  const args = ['--session', '--nofork', '--nopidfile', '--print-address=3', `--address=${address}`];
  await firstLine(start('dbus-daemon', args, ended), 'dbus-daemon');
  process.env['DBUS_SESSION_BUS_ADDRESS'] = address;
}

async function startWindowManager(run: string, ended: (what: string) => void): Promise<void> {
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

/** A program that writes to descriptor 3 once it is ready. */
function start(program: string, args: readonly string[], ended: (what: string) => void): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  child.once('error', (error) => ended(`${path.basename(program)} does not start: ${error.message}.`));
  child.once('exit', (code, signal) =>
    ended(`${path.basename(program)} ended (${signal ?? `exit code ${code ?? 0}`}).`),
  );
  return child;
}

async function firstLine(child: ChildProcess, name: string): Promise<string> {
  let text = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await until(() => text.includes('\n'), name);
  return text.trim();
}

async function until(holds: () => boolean, name: string): Promise<void> {
  const end = Date.now() + startMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`${name} was not ready within ${startMs / 1000} s.`);
    await sleep(lookMs);
  }
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}
