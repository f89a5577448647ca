import { spawn, spawnSync } from 'node:child_process';
import { hasProgram } from './programs.mjs';

/** Every running program started here, so that none outlives us. */
/** @type {Set<import('node:child_process').ChildProcess>} */
const alive = new Set();
let watching = false;
const onWindows = process.platform === 'win32';

/**
 * Starts a program that ends with us: at exit, at a signal, and, by the kernel, when we are killed.
 * It gets its own process group, so that Ctrl+C reaches us first and programs end in order. On Windows that would be
 * a separate console window.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function startChild(command, args, options = {}) {
  endAllAtExit();
  const [program, ...rest] = [...pdeathsig(), command, ...args];
  const child = spawn(program ?? command, rest, {
    detached: !onWindows,
    windowsHide: true,
    stdio: 'ignore',
    ...options,
  });
  alive.add(child);
  child.on('error', () => alive.delete(child));
  child.on('exit', () => alive.delete(child));
  return child;
}

/**
 * Ends one child, by its own pid: with SIGTERM, then after two seconds with SIGKILL.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function endChild(child) {
  if (!alive.has(child)) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await gone;
  clearTimeout(timer);
}

/**
 * Kills a child and all its descendants, at once.
 * @param {import('node:child_process').ChildProcess} child
 */
export function killTree({ pid }) {
  if (pid === undefined) return;
  if (onWindows) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
  else process.kill(-pid, 'SIGKILL');
}

/** setpriv(1) of util-linux requests a signal at the parent's death; without it, the exit handler must suffice. */
function pdeathsig() {
  return process.platform === 'linux' && hasSetpriv() ? ['setpriv', '--pdeathsig', 'TERM', '--'] : [];
}

/** @type {boolean | undefined} */
let setpriv;
function hasSetpriv() {
  return (setpriv ??= hasProgram('setpriv'));
}

function endAllAtExit() {
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    for (const child of alive) child.kill('SIGTERM');
  });
  // Without a listener these signals end the process without an `exit` event.
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
  process.on('SIGHUP', () => process.exit(129));
}
