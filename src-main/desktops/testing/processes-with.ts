import { readdirSync, readFileSync } from 'node:fs';

/** Processes that have a word in their environment, whatever namespace they are in. */
export function processesWith(word: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });
}
