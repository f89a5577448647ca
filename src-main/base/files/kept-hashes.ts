import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { atomicWrite } from './atomic-write.ts';

/** Items that this user made or allowed, as hashes in a file of the profile, which agents cannot write. */
export interface KeptHashes {
  has(hash: string): Promise<boolean>;
  /** Stores a hash. Never throws: if the write fails, it is not stored. */
  add(hash: string): Promise<void>;
}

/** Maximum number of hashes; the oldest are dropped. */
const mostKept = 5_000;

/**
 * @param file where they are kept; null if nothing is remembered
 * @param field what the file calls them
 */
export function createKeptHashes(file: string | null, field: string): KeptHashes {
  let writing: Promise<void> = Promise.resolve();

  const read = async (): Promise<readonly string[]> => {
    if (file === null) return [];
    try {
      const kept: unknown = Reflect.get(Object(JSON.parse(await readFile(file, 'utf8'))) as object, field);
      return Array.isArray(kept) ? kept.filter((hash) => typeof hash === 'string') : [];
    } catch {
      return [];
    }
  };
  const write = async (hash: string) => {
    if (file === null) return;
    const hashes = [...(await read()).filter((other) => other !== hash), hash].slice(-mostKept);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await atomicWrite(file, JSON.stringify({ version: 1, [field]: hashes }));
  };

  return {
    has: async (hash) => (await read()).includes(hash),
    add(hash) {
      writing = writing.then(() => write(hash)).catch(() => undefined);
      return writing;
    },
  };
}

/** SHA-256 of a text, in hexadecimal digits. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
