import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { sleep } from '../../base/async/deadline.ts';

/** Called with a sentence when one of the desktop's programs ends. */
export type Ended = (what: string) => void;

/** How long each program may take until it is ready, in milliseconds; a busy machine is slow. */
export const startMs = 20_000;
const lookMs = 5;

/** @returns the address */
export async function startBusAt(address: string, ended: Ended): Promise<string> {
  const args = ['--session', '--nofork', '--nopidfile', '--print-address=3', `--address=${address}`];
  await firstLine(start('dbus-daemon', args, ended), 'dbus-daemon');
  return address;
}

/** X servers make it themselves only as root, and GNOME 48 ends if not everybody may write there, whatever the umask is. */
export function makeFolderOfSockets(): void {
  const folder = '/tmp/.X11-unix';
  mkdirSync(folder, { recursive: true });
  try {
    chmodSync(folder, 0o1777);
  } catch {
    // Outside of walls it may be another user's.
  }
}

type Output = 'ignore' | 'inherit' | number;

/**
 * A program of the desktop, with which it ends.
 * @param more variables; empty ones are left out
 * @param output where standard output and standard error go
 */
export function start(
  program: string,
  args: readonly string[],
  ended: Ended,
  more: NodeJS.ProcessEnv = {},
  output: readonly [Output, Output] = ['ignore', 'inherit'],
): ChildProcess {
  const env = Object.fromEntries(Object.entries({ ...process.env, ...more }).filter(([, value]) => value !== ''));
  const child = spawn(program, args, { env, stdio: ['ignore', ...output, 'pipe'] });
  child.once('error', (error) => ended(`${path.basename(program)} does not start: ${error.message}.`));
  child.once('exit', (code, signal) =>
    ended(`${path.basename(program)} ended (${signal ?? `exit code ${code ?? 0}`}).`),
  );
  return child;
}

export async function firstLine(child: ChildProcess, name: string): Promise<string> {
  let text = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await until(() => text.includes('\n'), name);
  return text.trim();
}

export async function until(holds: () => boolean, name: string): Promise<void> {
  const end = Date.now() + startMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`${name} was not ready within ${startMs / 1000} s.`);
    await sleep(lookMs);
  }
}

export function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}
