import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { fileFailure } from './failure.ts';
import type { Place } from './place.ts';

/** A folder that is held while something in it is done. */
export interface HeldFolder {
  /** By this path a thing in it is reached, whatever becomes of the folder's own path meanwhile. */
  pathOf(name: string): string;
  /** @throws AppError `permission_denied` where what was opened by {@link pathOf} is not in the folder */
  confirm(file: FileHandle, name: string): Promise<void>;
  close(): Promise<void>;
}

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/**
 * Goes down from an allowed folder name by name, and follows no link on the way: who can write in it could lead out of it by
 * one, also between a look and a use.
 * @throws AppError `not_found`, `permission_denied`, `file_error`
 */
export function holdFolder(place: Place): Promise<HeldFolder> {
  return process.platform === 'linux' ? holdByDescriptor(place) : holdByLooking(place);
}

/** Each step is taken from the folder that is open, which nobody can exchange: `/proc/self/fd` is what `openat` is in C. */
async function holdByDescriptor({ root, names }: Place): Promise<HeldFolder> {
  let held = await opened(root, O_RDONLY | O_DIRECTORY, root);
  const pathOf = (name: string) => `/proc/self/fd/${held.fd}/${name}`;
  for (const [index, name] of names.entries()) {
    try {
      const next = await opened(
        pathOf(name),
        O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
        path.join(root, ...names.slice(0, index + 1)),
      );
      await held.close();
      held = next;
    } catch (error) {
      await held.close();
      throw error;
    }
  }
  return { pathOf, confirm: () => Promise.resolve(), close: () => held.close() };
}

async function opened(file: string, flags: number, shown: string): Promise<FileHandle> {
  return open(file, flags).catch((error: unknown) => {
    throw fileFailure(error, shown);
  });
}

/**
 * Where no such step can be taken: each is looked at, and what was opened is compared with what is there. A link that comes
 * and goes in between is noticed before anything is read or written; a name that is replaced or moved is not held.
 */
export async function holdByLooking({ root, names }: Place): Promise<HeldFolder> {
  const real = await realpath(root).catch((error: unknown) => {
    throw fileFailure(error, root);
  });
  const folder = path.join(real, ...names);
  await look(real, names);
  return {
    pathOf: (name) => path.join(folder, name),
    async confirm(file, name) {
      await look(real, names);
      const shown = path.join(folder, name);
      const [is, isThere] = await Promise.all([file.stat({ bigint: true }), lstat(shown, { bigint: true })]);
      if (isThere.isSymbolicLink() || !isOne(is, isThere)) throw fileFailure({ code: 'ELOOP' }, shown);
    },
    close: () => Promise.resolve(),
  };
}

async function look(real: string, names: readonly string[]): Promise<void> {
  for (let depth = 1; depth <= names.length; depth++) {
    const step = path.join(real, ...names.slice(0, depth));
    const found = await lstat(step).catch((error: unknown) => {
      throw fileFailure(error, step);
    });
    if (found.isSymbolicLink()) throw fileFailure({ code: 'ELOOP' }, step);
    if (!found.isDirectory()) throw fileFailure({ code: 'ENOTDIR' }, step);
  }
}

function isOne(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}
