import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild, startChild } from './children.mjs';
import { run } from './run.mjs';
import { CannotGoOn } from './tell.mjs';

/**
 * @typedef {object} Desktop
 * @property {NodeJS.ProcessEnv} env for programs that shall appear on it
 * @property {string} display
 * @property {boolean} virtual
 * @property {() => Promise<void>} close ends what was started for it, and nothing else
 */
/** @typedef {Desktop & { server: import('node:child_process').ChildProcess }} VirtualDesktop */

const startWithin = 20_000;

/** @returns {string} why there can be none on this machine, a clause; empty where there can */
export function whyNoVirtualDesktop() {
  return process.platform === 'linux' ? '' : `virtual desktops are made on Linux only, this is ${process.platform}`;
}

/**
 * A whole desktop without a screen: X server, session bus, window manager and accessibility, all of its own, so that any
 * number of them run side by side. Ends with this process at the latest.
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
    const { server, display } = await startServer(children);
    const env = await ownEnvironment(folder, display);
    env.DBUS_SESSION_BUS_ADDRESS = await startBus(children, env);
    await startWindowManager(children, env);
    await enableAccessibility(env);
    return { env, display, server, virtual: true, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param {import('node:child_process').ChildProcess[]} children */
async function startServer(children) {
  // The server chooses a free display number itself and writes it to descriptor 3: no race with other servers.
  const args = ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp', '-noreset'];
  const child = startChild('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  children.push(child);
  return { server: child, display: `:${await firstLine(child, 3, 'Xvfb')}` };
}

/**
 * @param {string} folder
 * @param {string} display
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function ownEnvironment(folder, display) {
  await mkdir(join(folder, 'runtime'), { mode: 0o700 });
  return {
    ...process.env,
    // What belongs to another desktop, and what turns accessibility off.
    WAYLAND_DISPLAY: undefined,
    XAUTHORITY: undefined,
    DESKTOP_SESSION: undefined,
    AT_SPI_BUS_ADDRESS: undefined,
    NO_AT_BRIDGE: undefined,
    DISPLAY: display,
    XDG_RUNTIME_DIR: join(folder, 'runtime'),
    XDG_SESSION_TYPE: 'x11',
    GDK_BACKEND: 'x11',
    QT_QPA_PLATFORM: 'xcb',
    QT_ACCESSIBILITY: '1',
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
    // Enabling accessibility writes a setting: here it must not reach the user's own.
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
 * The first call starts the accessibility bus; the property tells toolkits that wait for an assistive program.
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
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} descriptor
 * @param {string} name
 * @returns {Promise<string>}
 */
function firstLine(child, descriptor, name) {
  return new Promise((resolve, reject) => {
    const stream = /** @type {import('node:stream').Readable} */ (child.stdio[descriptor]);
    const fail = () =>
      reject(new CannotGoOn(`${name} does not start: is it installed? \`npm start\` says what is missing.`));
    const timer = setTimeout(fail, startWithin);
    let text = '';
    stream.on('data', (/** @type {Buffer} */ chunk) => {
      text += chunk.toString();
      if (!text.includes('\n')) return;
      clearTimeout(timer);
      resolve(text.trim());
    });
    child.once('error', fail);
    child.once('exit', fail);
  });
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
