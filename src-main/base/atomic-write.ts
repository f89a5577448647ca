import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file whole or not at all: a crash or a full disk leaves the old one. `mode` as in `chmod`. Its folder must
 * exist: making folders for a path that a person gave can spin for ever (Node's recursive mkdir below /proc).
 */
export async function atomicWrite(file: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, content, { mode });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
