import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * For Chromium as the superuser, and quiet: no welcome page, and no question for a keyring password, which GNOME puts above all
 * windows.
 */
export const chromiumFlags: readonly string[] = ['--no-sandbox', '--no-first-run', '--password-store=basic'];

/** Starts a program as another user program; its output is ignored. */
export function start(command: string, args: readonly string[] = []): ChildProcess {
  return spawn(command, [...args], { stdio: 'ignore' });
}

/** Kills a program and waits until it has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
