import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import { AppError } from '#contract/errors';

/**
 * JSON files that tools store, by the name of their owner and their own. Names are not paths: callers check external names. All
 * methods throw AppError `file_error`.
 */
export interface KeptFiles {
  /** Null if there is none. */
  read(folder: string, name: string): Promise<string | null>;
  /** Readable only by the user. */
  write(folder: string, name: string, text: string): Promise<void>;
  names(folder: string): Promise<readonly string[]>;
}

const extension = '.json';

/** @param profile a folder that may not exist yet; if missing, nothing can be stored */
export function createKeptFiles(profile: string | undefined): KeptFiles {
  const folderOf = (folder: string) => {
    if (profile !== undefined) return path.join(profile, folder);
    throw new AppError('file_error', 'There is no profile folder.', {
      hint: 'Use the app or the command line.',
      delivery: 'not_delivered',
    });
  };
  const fileOf = (folder: string, name: string) => path.join(folderOf(folder), `${name}${extension}`);
  return {
    async read(folder, name) {
      const file = fileOf(folder, name);
      try {
        return await readFile(file, 'utf8');
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw new AppError('file_error', `${file} could not be read.`, { cause });
      }
    },
    async write(folder, name, text) {
      const file = fileOf(folder, name);
      try {
        await mkdir(folderOf(folder), { recursive: true, mode: 0o700 });
        await atomicWrite(file, text);
      } catch (cause) {
        throw new AppError('file_error', `${file} could not be written.`, { cause });
      }
    },
    async names(folder) {
      const files = await readdir(folderOf(folder)).catch(() => []);
      return files.filter((file) => file.endsWith(extension)).map((file) => path.basename(file, extension));
    },
  };
}
