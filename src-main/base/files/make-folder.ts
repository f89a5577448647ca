import { mkdirSync } from 'node:fs';
import path from 'node:path';

/** Makes a folder of the user's alone, and at most a few above it: Node's own recursion can spin for ever below /proc. */
export function makeFolder(folder: string, above = 4): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || above === 0) throw error;
    makeFolder(path.dirname(folder), above - 1);
    mkdirSync(folder, { mode: 0o700 });
  }
}
