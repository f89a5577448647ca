import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Starts a program as somebody else would: nothing of it is heard here. */
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
