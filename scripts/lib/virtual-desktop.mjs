import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild, startChild } from './children.mjs';
import { firstLine, startWithin } from './first-line.mjs';
import { run } from './run.mjs';
import { CannotGoOn } from './run-script.mjs';
import { startXServer } from './x-server.mjs';

/**
 * @typedef {object} Desktop
 * @property {NodeJS.ProcessEnv} env for programs that should appear on it
 * @property {string} display
 * @property {boolean} virtual
 * @property {() => Promise<void>} close ends what was started for it, and nothing else
 */
/** @typedef {Desktop & { server: import('node:child_process').ChildProcess, authority: string }} VirtualDesktop */

/** @returns {string} why none can run on this machine, a clause; empty if one can */
export function whyNoVirtualDesktop() {
  return process.platform === 'linux' ? '' : `virtual desktops are made on Linux only, this is ${process.platform}`;
}

/**
 * A complete desktop without a screen: its own X server, session bus, window manager and accessibility, so that any
 * number can run in parallel. Ends with this process at the latest.
 * @returns {Promise<VirtualDesktop>}
 * @throws CannotGoOn on other systems, and when one of its programs does not start
 */
export async function startVirtualDesktop() {
  const reason = whyNoVirtualDesktop();
  if (reason) throw new CannotGoOn(`This needs a virtual desktop, and ${reason}.`);
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-desktop-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = [];
  const close = async () => {
    for (const child of children.reverse()) await endChild(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { server, display, authority } = await startXServer();
    children.push(server);
    const env = await ownEnvironment(folder, display, authority);
    env.DBUS_SESSION_BUS_ADDRESS = await startBus(children, env);
    await startWindowManager(children, env);
    await enableAccessibility(env);
    return { env, display, authority, server, virtual: true, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @param {string} folder
 * @param {string} display
 * @param {string} authority
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function ownEnvironment(folder, display, authority) {
  await mkdir(join(folder, 'runtime'), { mode: 0o700 });
  return {
    ...process.env,
    // Variables of another desktop, and those that disable accessibility.
    WAYLAND_DISPLAY: undefined,
    DESKTOP_SESSION: undefined,
    AT_SPI_BUS_ADDRESS: undefined,
    NO_AT_BRIDGE: undefined,
    DISPLAY: display,
    XAUTHORITY: authority,
    XDG_RUNTIME_DIR: join(folder, 'runtime'),
    XDG_SESSION_TYPE: 'x11',
    GDK_BACKEND: 'x11',
    QT_QPA_PLATFORM: 'xcb',
    QT_ACCESSIBILITY: '1',
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
    // Enabling accessibility writes a setting, which must not be the user's own.
    GSETTINGS_BACKEND: 'memory',
  };
}

/**
 * @param {import('node:child_process').ChildProcess[]} children
 * @param {NodeJS.ProcessEnv} env
 */
async function startBus(children, env) {
  const child = startChild('dbus-daemon', ['--session', '--nofork', '--print-address=3'], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  return firstLine(child, 3, 'dbus-daemon');
}

/**
 * @param {import('node:child_process').ChildProcess[]} children
 * @param {NodeJS.ProcessEnv} env
 */
async function startWindowManager(children, env) {
  children.push(startChild('openbox', [], { env }));
  const managed = async () =>
    (await run('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], { env })).output.includes('window id');
  await until(managed, 'openbox');
}

/**
 * The first call starts the accessibility bus; the property tells waiting toolkits that an assistive program is running.
 * @param {NodeJS.ProcessEnv} env
 */
async function enableAccessibility(env) {
  const call = ['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'];
  const answers = async () => (await run('dbus-send', [...call, 'org.a11y.Bus.GetAddress'], { env })).code === 0;
  await until(answers, 'the accessibility bus (at-spi2-core)');
  const set = [
    'org.freedesktop.DBus.Properties.Set',
    'string:org.a11y.Status',
    'string:IsEnabled',
    'variant:boolean:true',
  ];
  await run('dbus-send', [...call, ...set], { env });
}

/**
 * @param {() => Promise<boolean>} condition
 * @param {string} name
 */
async function until(condition, name) {
  const deadline = Date.now() + startWithin;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new CannotGoOn(`${name} does not start: is it installed?`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
