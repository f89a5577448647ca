import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isAlive } from '../base/processes/is-alive.ts';
import { sleep } from '../base/async/deadline.ts';

/** How long killed processes may take to go, in milliseconds. */
const goneMs = 3_000;
const lookMs = 20;

/**
 * This user's processes that belong to a desktop's folder: those with its runtime folder, and those started with a path
 * in it, as bubblewrap is. A program that clears its environment is missed.
 */
export function processesOf(folder: string): readonly number[] {
  const user = process.getuid?.();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && belongs(pid, folder, user));
}

function belongs(pid: number, folder: string, user: number | undefined): boolean {
  try {
    if (statSync(`/proc/${pid}`).uid !== user) return false;
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    if (variables.includes(`XDG_RUNTIME_DIR=${folder}/run`)) return true;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(`${folder}/home`);
  } catch {
    return false;
  }
}

/** Kills the processes of a desktop's folder, including those that start meanwhile. */
export async function endProcessesOf(folder: string): Promise<void> {
  const end = Date.now() + goneMs;
  do {
    const left = processesOf(folder).filter(isAlive);
    if (left.length === 0) return;
    for (const pid of left) kill(pid);
    await sleep(lookMs);
  } while (Date.now() < end);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
