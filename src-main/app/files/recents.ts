import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { RecentFile } from '#contract/model/app/opened-file';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import type { Log } from '../../base/log.ts';

/** More than a person looks through. */
const kept = 12;

const recentFiles = z
  .array(
    z.object({
      path: z
        .string()
        .min(1)
        .max(4_096)
        .refine((place) => path.isAbsolute(place)),
      at: z.number().nonnegative(),
    }),
  )
  .max(100);

interface RecentsOptions {
  readonly file: string;
  readonly changed: (files: readonly RecentFile[]) => void;
  readonly log: Log;
}

/** The files last opened or saved, newest first, kept in a file of the profile. */
export class Recents {
  readonly #options: RecentsOptions;
  #files: readonly RecentFile[];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: RecentsOptions) {
    this.#options = options;
    this.#files = read(options.file);
  }

  get files(): readonly RecentFile[] {
    return this.#files;
  }

  add(place: string, at = Date.now()): void {
    const others = this.#files.filter((one) => one.path !== place);
    this.#set([{ path: place, at }, ...others].slice(0, kept));
  }

  remove(place: string): void {
    this.#set(this.#files.filter((one) => one.path !== place));
  }

  /**
   * A page names no path but one of these.
   * @throws AppError `not_found`
   */
  find(place: string): string {
    const found = this.#files.find((one) => one.path === place);
    if (!found) throw new AppError('not_found', `${quoted(place)} is not among the recent files.`);
    return found.path;
  }

  /** Settles when the file is up to date. */
  async written(): Promise<void> {
    await this.#writing;
  }

  #set(files: readonly RecentFile[]): void {
    this.#files = files;
    this.#options.changed(files);
    const { file, log } = this.#options;
    const write = () => atomicWrite(file, JSON.stringify(files));
    // A list that cannot be kept is no reason to disturb anybody.
    this.#writing = this.#writing
      .then(write)
      .catch((error: unknown) => log('warn', 'The list of recent files is not kept.', error));
  }
}

/** Empty if nothing was kept, or it cannot be read. */
function read(file: string): readonly RecentFile[] {
  try {
    return recentFiles.parse(JSON.parse(readFileSync(file, 'utf8'))).slice(0, kept);
  } catch {
    return [];
  }
}
