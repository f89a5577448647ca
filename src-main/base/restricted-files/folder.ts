import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';

/** A folder that is held while something in it is done. */
export interface HeldFolder {
  /** A path to an entry that stays valid if the folder's own path changes. */
  pathOf(name: string): string;
  /** @throws AppError `permission_denied` if a file opened by {@link pathOf} is not in the folder */
  confirm(file: FileHandle, name: string): Promise<void>;
  close(): Promise<void>;
}

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/**
 * Descends from an allowed folder name by name, and follows no link: a program with write access could lead out of the
 * folder, even between check and use.
 * @throws AppError `not_found`, `permission_denied`, `file_error`
 */
export function holdFolder(place: FolderPath): Promise<HeldFolder> {
  return process.platform === 'linux' ? holdByDescriptor(place) : holdByLooking(place);
}

/** Each step starts from the open folder, which nobody can replace: `/proc/self/fd` is what `openat` is in C. */
async function holdByDescriptor({ root, names }: FolderPath): Promise<HeldFolder> {
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
 * Fallback: each step is checked, and opened files are compared with those at the path. A link that comes and goes in
 * between is noticed before anything is read or written; a renamed or replaced folder is not held.
 */
export async function holdByLooking({ root, names }: FolderPath): Promise<HeldFolder> {
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

const reasons: Readonly<
  Record<string, readonly [code: 'not_found' | 'permission_denied' | 'file_error', why: string, hint: string]>
> = {
  ENOENT: ['not_found', 'does not exist', 'List its folder to see what there is.'],
  ELOOP: ['permission_denied', 'is a link, and links are not followed', 'Use what it leads to, where that is allowed.'],
  ENOTDIR: [
    'file_error',
    'is no folder, or a link to one, and links are not followed',
    'List its folder to see what there is.',
  ],
  EISDIR: ['file_error', 'is a folder', 'Name a file in it.'],
  EEXIST: ['file_error', 'exists already', 'Choose another name, or replace it with “replace”.'],
  ENOTEMPTY: ['file_error', 'is a folder that is not empty', 'Choose another name.'],
  EACCES: ['file_error', 'is not the user’s to use so', 'The user can change its permissions.'],
  EPERM: ['file_error', 'is not the user’s to use so', 'The user can change its permissions.'],
  EXDEV: ['file_error', 'is on another file system', 'Read it there and write it here.'],
  ENOSPC: ['file_error', 'has no space left', 'The user can free some.'],
  EINVAL: ['file_error', 'cannot be moved into itself', 'Choose another place.'],
};

/** A file system failure in words, with the caller's path. An error that has words already is returned unchanged. */
export function fileFailure(error: unknown, shown: string): AppError {
  if (error instanceof AppError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  const [kind, why, hint] = reasons[code] ?? [
    'file_error',
    `cannot be used (${code})`,
    'Look at it in a file manager.',
  ];
  return new AppError(kind, `${quoted(shown)} ${why}.`, { hint, cause: error });
}

/** A place in an allowed folder. */
export interface FolderPath {
  /** The allowed folder, as given. */
  readonly root: string;
  /** The way from there, a name each; empty for the folder itself. */
  readonly names: readonly string[];
}

/**
 * The location of a path in one of the folders, by its text alone: nothing is looked up. Of nested folders, the inner
 * one.
 * @throws AppError `invalid_parameter` for a path that is not whole and plain, `permission_denied` for one in none of
 * them
 */
export function placeIn(
  folders: readonly string[],
  wanted: string,
  system: NodeJS.Platform = process.platform,
): FolderPath {
  const { sep } = system === 'win32' ? path.win32 : path.posix;
  const names = namesOf(wanted, system);
  const [inner] = folders
    .map((root) => ({ root, above: namesOf(root, system) }))
    .filter(({ above }) => above.every((name, index) => isSame(name, names[index], system)))
    .sort((a, b) => b.above.length - a.above.length);
  if (inner) return { root: inner.root, names: names.slice(inner.above.length) };
  throw new AppError('permission_denied', `${quoted(wanted)} is in no folder that the user allowed.`, {
    hint:
      folders.length === 0
        ? 'The user allowed none: “Folders agents may use” in the settings, or --allow-folder, name some.'
        : `The user allowed ${folders.map((folder) => quoted(folder + (folder.endsWith(sep) ? '' : sep))).join(', ')}.`,
    delivery: 'not_delivered',
  });
}

/** The names of the path from the root of the file system. */
function namesOf(wanted: string, system: NodeJS.Platform): readonly string[] {
  const windows = system === 'win32';
  const [drive = '', ...rest] = wanted.split(windows ? /[\\/]+/ : /\/+/);
  if (windows ? !/^[A-Za-z]:$/.test(drive) || rest.length === 0 : !wanted.startsWith('/')) {
    throw wrong(wanted, `give it whole, from ${windows ? 'its drive, such as C:\\Users' : 'the root, such as /home'}`);
  }
  const names = rest.filter((name) => name !== '');
  // Windows drops dots and spaces at the end of a name; a colon there separates a stream of the file.
  const odd = names.find(
    (name) =>
      /^\.\.?$/.test(name) || name.includes('\0') || (windows && (/[. ]$|[:*?"<>|]/.test(name) || isDevice(name))),
  );
  if (odd !== undefined) throw wrong(wanted, `it has a part that means something else, ${quoted(odd)}`);
  return windows ? [drive, ...names] : names;
}

/**
 * In any folder and with any ending, these are a printer, a port or the console:
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions
 */
function isDevice(name: string): boolean {
  return /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i.test(name);
}

function isSame(name: string, other: string | undefined, system: NodeJS.Platform): boolean {
  return system === 'win32' ? name.toLowerCase() === other?.toLowerCase() : name === other;
}

function wrong(wanted: string, why: string): AppError {
  return new AppError('invalid_parameter', `The path ${quoted(wanted)} cannot be used: ${why}.`, {
    hint: 'Use absolute paths without “.” and “..”.',
    delivery: 'not_delivered',
  });
}
