import { readdirSync, readFileSync } from 'node:fs';

/** Processes with a string in their environment, in any namespace. */
export function processesWith(word: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });
}
