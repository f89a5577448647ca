import { Socket } from 'node:net';
import path from 'node:path';
import { endProcessesOf } from '../marked.ts';

/** The descriptor whose other end only the desktop's owner holds. */
const lifeline = 3;

/**
 * Ends the whole desktop once its owner is gone, however it ended: the kernel closes what a killed process had open.
 * bubblewrap's `--die-with-parent` misses an owner that is killed while bubblewrap starts; this does not.
 */
export function endWithOwner(end: () => void): void {
  new Socket({ fd: lifeline, readable: true, writable: false })
    .on('error', () => undefined)
    .on('close', end)
    .resume();
}

/** Kills every program of the desktop, then this one. */
export async function endDesktop(ownProcesses: boolean): Promise<never> {
  if (ownProcesses) {
    try {
      // All of the namespace but this one. Only there: elsewhere it would be everything that the user runs.
      if (process.pid <= 2) process.kill(-1, 'SIGKILL');
    } catch {
      // There is no other.
    }
  } else {
    await endProcessesOf(path.dirname(process.env['XDG_RUNTIME_DIR'] ?? '/nowhere/run'));
  }
  process.exit(1);
}
