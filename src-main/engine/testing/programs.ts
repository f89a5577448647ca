import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * For Chromium as the superuser that reports nothing of its own: no welcome, and no question for the password of a keyring, which
 * GNOME's puts above all windows where it is installed.
 */
export const chromiumFlags: readonly string[] = ['--no-sandbox', '--no-first-run', '--password-store=basic'];

/** Starts a program as somebody else would: nothing of it is received here. */
export function start(command: string, args: readonly string[] = []): ChildProcess {
  return spawn(command, [...args], { stdio: 'ignore' });
}

/** Kills a program and waits for its end. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
