import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/**
 * Whether a process of that id runs, of any user. A zombie counts as ended: in a container without an init, nobody
 * reaps it.
 */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return !isUnburied(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * When a process started, in ticks since boot: ids are reused, soon after a reboot. Empty if there is none, and if
 * unknown: only Linux reports it.
 */
export function startTicks(pid: number): string {
  return statOf(pid)[19] ?? '';
}

/** How long a process has run, in seconds; null if unknown: only Linux reports it, in ticks of 1/100 s. */
export function secondsSinceStart(pid: number): number | null {
  const ticks = startTicks(pid);
  return ticks === '' ? null : uptime() - Number(ticks) / 100;
}

/** Processor time of a process's main thread, in milliseconds; null if unknown: only Linux reports it. */
export function processorMs(pid: number): number | null {
  const [user, system] = statOf(`${pid}/task/${pid}`).slice(11, 13).map(Number);
  return user === undefined || system === undefined ? null : (user + system) * 10;
}

/** If it has ended: `Z` or, for a moment, `X`. */
function isUnburied(pid: number): boolean {
  return ['Z', 'X'].includes(statOf(pid)[0] ?? '');
}

/** Linux's fields after the name; empty elsewhere. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statOf(pid: number | string): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
