import { readFileSync } from 'node:fs';

/**
 * Whether a process of that id runs, of whichever user. One that has ended does not, even while its parent has not asked
 * for its exit code: in a container without an init, no one does.
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

/** Only Linux tells. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function isUnburied(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the state comes after it: `Z` or, for a moment, `X`.
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}
