import { randomBytes } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { moveFile } from './move-file.ts';

/**
 * Writes a file whole or not at all: a crash or a full disk leaves the old one. `mode` as in `chmod`; where it is missing,
 * the file is the user's alone. Windows knows no modes: there a file is as open as its folder. Its folder must exist:
 * making folders for a path that a person gave can spin for ever (Node's recursive mkdir below /proc).
 */
export async function atomicWrite(file: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, content, { mode });
    // The user's mask may have taken something of it.
    await chmod(temporary, mode);
    await moveFile(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
