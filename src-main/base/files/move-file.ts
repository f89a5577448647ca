import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { sleep } from '../async/deadline.ts';

/** Milliseconds between attempts; after the last one the refusal counts. */
const waits = [5, 10, 20, 40, 80, 160, 320] as const;
/** What Windows answers while another program, such as a virus scanner, has one of the files open. */
const heldOpen: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EPERM']);

/** Renames a file over another, patiently: on Windows whoever reads either of them keeps it from being replaced. */
export async function moveFile(from: string, to: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  for (const wait of platform === 'win32' ? waits : []) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!isHeldOpen(error)) throw error;
      await sleep(wait);
    }
  }
  await rename(from, to);
}

/** As {@link moveFile}; blocks while it waits, two thirds of a second at most. */
export function moveFileSync(from: string, to: string, platform: NodeJS.Platform = process.platform): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (const wait of platform === 'win32' ? waits : []) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!isHeldOpen(error)) throw error;
      Atomics.wait(clock, 0, 0, wait);
    }
  }
  renameSync(from, to);
}

function isHeldOpen(error: unknown): boolean {
  return heldOpen.has((error as NodeJS.ErrnoException).code);
}
