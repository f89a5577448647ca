import { randomBytes } from 'node:crypto';
import { chmod, rm, writeFile, rename } from 'node:fs/promises';
import { renameSync } from 'node:fs';
import { sleep } from '../async/deadline.ts';

/**
 * Writes a file whole or not at all: a crash or a full disk leaves the old one. `mode` as in `chmod`; by default, only
 * the user may read the file. Windows has no modes: there the folder's access applies. Its folder must exist: creating
 * folders for a user's path can spin for ever (Node's recursive mkdir below /proc).
 */
export async function atomicWrite(file: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, content, { mode });
    // The user's umask may have removed bits.
    await chmod(temporary, mode);
    await moveFile(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Milliseconds between attempts; after the last one the refusal counts. */
const waits = [5, 10, 20, 40, 80, 160, 320] as const;

/** Windows' errors while another program, such as a virus scanner, has one of the files open. */
const heldOpen: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EPERM']);

/** Renames a file over another, with retries: on Windows a reader of either blocks the replacement. */
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

/** As {@link moveFile}; blocks while it waits, at most two thirds of a second. */
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
