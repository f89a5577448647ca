import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, open, readdir, rename, unlink, type FileHandle, realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { moveFile } from '../files/atomic-write.ts';
import { fileFailure, holdFolder, type HeldFolder, placeIn, type FolderPath } from './folder.ts';

export interface FileEntry {
  readonly name: string;
  /** A link is reported and never followed. */
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** In bytes; null unless a file. */
  readonly size: number | null;
  /** As ISO 8601 writes it. */
  readonly modified: string;
}

/**
 * Files inside folders that the user allowed. No path, link or concurrent change of the folders leads out of them. All
 * methods throw AppError `invalid_parameter`, `permission_denied`, `not_found`, `file_error`.
 */
export interface RestrictedFiles {
  /** Sorted by name. */
  list(folder: string): Promise<readonly FileEntry[]>;
  /** At most {@link mostBytes}. */
  read(file: string): Promise<Uint8Array>;
  /** Whole or not at all, as far as the disk allows. Its folder must exist. */
  write(file: string, content: Uint8Array, options: Replacing): Promise<void>;
  /** A file or a folder. Only a file is replaced. */
  move(from: string, to: string, options: Replacing): Promise<void>;
}

export interface Replacing {
  /** Whether to replace an existing file; it is refused otherwise. */
  readonly replace: boolean;
}

export const mostBytes = 10_000_000;

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

export interface RestrictionOptions {
  /** Paths that no agent may touch, anywhere: see {@link refuseOwn}. */
  readonly own?: readonly string[];
  /** Whether a file is one of these by its name alone. */
  readonly isNamed?: (file: string) => boolean;
  /** Tokens: a file that contains one of them is neither read nor replaced, whatever its name. */
  readonly secrets?: () => Iterable<string>;
  readonly hold?: typeof holdFolder;
}

export function createRestrictedFiles(
  folders: readonly string[],
  { own = [], isNamed = () => false, secrets = () => [], hold = holdFolder }: RestrictionOptions = {},
): RestrictedFiles {
  const restrictions = { folders, own, isNamed, secrets, hold };
  return {
    async list(folder) {
      return inFolder(hold, placeIn(folders, folder), folder, async (held) => {
        await refuseOwn(restrictions, held, folder);
        const names = (await readdir(held.pathOf('.'))).sort((a, b) => a.localeCompare(b, 'en'));
        return Promise.all(names.map((name) => entryOf(held, name)));
      });
    },
    read(file) {
      return beside(restrictions, file, async (held, name) => {
        // Opening a pipe would block.
        const handle = await open(held.pathOf(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
        return using(handle, async () => {
          await held.confirm(handle, name);
          const found = await handle.stat();
          if (found.isDirectory()) throw fileFailure({ code: 'EISDIR' }, file);
          if (!found.isFile()) throw new AppError('file_error', `${quoted(file)} is no plain file.`);
          if (found.size > mostBytes) throw tooLarge(file, found.size);
          const bytes = await handle.readFile();
          if (holdsOneOf(secrets(), bytes)) throw refusedOwn(file);
          return bytes;
        });
      });
    },
    async write(file, content, { replace }) {
      if (content.length > mostBytes) throw tooLarge(file, content.length);
      return beside(restrictions, file, async (held, name) => {
        if (!replace) return created(held, name, content);
        await refuseSecret(held, name, file, secrets());
        return replaced(held, name, content);
      });
    },
    async move(from, to, { replace }) {
      await beside(restrictions, from, (source, name) =>
        beside(restrictions, to, async (target, other) => {
          const moved = await lstat(source.pathOf(name)).catch((error: unknown) => {
            throw fileFailure(error, from);
          });
          if (!moved.isFile() && !moved.isDirectory()) throw fileFailure({ code: 'ELOOP' }, from);
          await refuseSecret(source, name, from, secrets());
          if (replace) await refuseSecret(target, other, to, secrets());
          const [old, next] = [source.pathOf(name), target.pathOf(other)];
          if (replace && moved.isFile()) return moveFile(old, next);
          if (moved.isFile()) return moveLink(old, next);
          await refuseExisting(next, to);
          return rename(old, next);
        }),
      );
    },
  };
}

/** Whether the content includes a token, whatever the file's name. */
function holdsOneOf(secrets: Iterable<string>, bytes: Buffer): boolean {
  for (const secret of secrets) {
    if (secret !== '' && (bytes.includes(secret) || bytes.includes(secret, 0, 'utf16le'))) return true;
  }
  return false;
}

/** A file that holds a token is not replaced or moved; a larger one than can be read is not a client's. */
async function refuseSecret(held: HeldFolder, name: string, shown: string, secrets: Iterable<string>): Promise<void> {
  const handle = await open(held.pathOf(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (!handle) return;
  await using(handle, async () => {
    const found = await handle.stat();
    if (!found.isFile() || found.size > mostBytes) return;
    if (holdsOneOf(secrets, await handle.readFile())) throw refusedOwn(shown);
  });
}

async function entryOf(held: HeldFolder, name: string): Promise<FileEntry> {
  const found = await lstat(held.pathOf(name)).catch(() => null);
  if (!found) return { name, kind: 'other', size: null, modified: '' };
  const kind = kindOf(found);
  return { name, kind, size: kind === 'file' ? found.size : null, modified: found.mtime.toISOString() };
}

function kindOf(found: Stats): FileEntry['kind'] {
  if (found.isSymbolicLink()) return 'link';
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'other';
}

async function created(held: HeldFolder, name: string, content: Uint8Array, mode = 0o666): Promise<void> {
  const handle = await open(held.pathOf(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  await using(handle, async () => {
    await held.confirm(handle, name);
    try {
      await handle.writeFile(content);
    } catch (error) {
      await unlink(held.pathOf(name)).catch(() => undefined);
      throw error;
    }
  });
}

/** By a file beside it that takes its place and its permissions. A link there is replaced and not followed. */
async function replaced(held: HeldFolder, name: string, content: Uint8Array): Promise<void> {
  const before = await lstat(held.pathOf(name)).catch(() => null);
  if (before?.isDirectory()) throw fileFailure({ code: 'EISDIR' }, name);
  const temporary = `.${randomBytes(12).toString('hex')}.tmp`;
  // Nobody may read the new content of a private file, not even before it replaces the old one.
  await created(held, temporary, content, before?.isFile() ? 0o600 : 0o666);
  try {
    // Windows knows no modes.
    if (before?.isFile() && process.platform !== 'win32') await chmodIn(held, temporary, before.mode & 0o777);
    await moveFile(held.pathOf(temporary), held.pathOf(name));
  } catch (error) {
    await unlink(held.pathOf(temporary)).catch(() => undefined);
    throw error;
  }
}

async function chmodIn(held: HeldFolder, name: string, mode: number): Promise<void> {
  const handle = await open(held.pathOf(name), O_RDONLY | O_NOFOLLOW);
  await using(handle, () => handle.chmod(mode));
}

/** A second name and then the first one less: so nothing is replaced that came meanwhile. */
async function moveLink(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    // Some file systems know no second names.
    await refuseExisting(to, to);
    return rename(from, to);
  }
  await unlink(from);
}

async function refuseExisting(target: string, shown: string): Promise<void> {
  if (await lstat(target).catch(() => null)) throw fileFailure({ code: 'EEXIST' }, shown);
}

/** Access to a folder's entries while the folder is held. */
async function beside<T>(
  { folders, hold, ...restrictions }: Required<RestrictionOptions> & { readonly folders: readonly string[] },
  shown: string,
  work: (held: HeldFolder, name: string) => Promise<T>,
): Promise<T> {
  const { root, names } = placeIn(folders, shown);
  const name = names.at(-1);
  const isRoot = folders.some((folder) => path.resolve(folder) === path.resolve(shown));
  if (name === undefined || isRoot) {
    throw new AppError('invalid_parameter', `${quoted(shown)} is an allowed folder itself.`, {
      hint: 'Name an element in it.',
      delivery: 'not_delivered',
    });
  }
  return inFolder(hold, { root, names: names.slice(0, -1) }, shown, async (held) => {
    await refuseOwn(restrictions, held, shown, name);
    return work(held, name);
  });
}

async function inFolder<T>(
  hold: typeof holdFolder,
  place: FolderPath,
  shown: string,
  work: (held: HeldFolder) => Promise<T>,
): Promise<T> {
  const held = await hold(place);
  try {
    return await work(held);
  } catch (error) {
    throw fileFailure(error, shown);
  } finally {
    await held.close();
  }
}

async function using<T>(handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await handle.close();
  }
}

function tooLarge(file: string, bytes: number): AppError {
  return new AppError('file_error', `${quoted(file)} has ${bytes} bytes, more than ${mostBytes}.`, {
    hint: 'Larger files cannot be read or written.',
  });
}

/**
 * Files that define agents' permissions are off limits for them in any folder: a reader gets the tokens, and a writer
 * grants itself the rest. So are folders that contain one, which could be moved away.
 * @param own paths of files and folders; what is not there yet counts too
 * @param isNamed whether a file is one of them by its name alone
 * @param name in the held folder; if it is missing, the folder itself is meant
 * @throws AppError `permission_denied`
 */
async function refuseOwn(
  { own, isNamed }: { readonly own: readonly string[]; readonly isNamed: (file: string) => boolean },
  held: HeldFolder,
  shown: string,
  name?: string,
): Promise<void> {
  const place = await realPlace(held, name);
  if (name !== undefined && isNamed(place)) throw refusedOwn(shown);
  for (const kept of await Promise.all(own.map(realPath))) {
    if (!holds(kept, place) && (name === undefined || !holds(place, kept))) continue;
    throw refusedOwn(shown);
  }
}

function refusedOwn(shown: string): AppError {
  return new AppError('permission_denied', `${quoted(shown)} belongs to Deskscope or contains its files.`, {
    hint: 'Settings, permissions, tokens and what programs run at their start are the user’s alone: ask the user.',
    delivery: 'not_delivered',
  });
}

async function realPlace(held: HeldFolder, name: string | undefined): Promise<string> {
  const folder = await realpath(held.pathOf('.'));
  if (name === undefined) return folder;
  // Windows has two names for one file.
  return realpath(held.pathOf(name)).catch(() => path.join(folder, name));
}

async function realPath(wanted: string): Promise<string> {
  const whole = path.resolve(wanted);
  const above = path.dirname(whole);
  return realpath(whole).catch(async () =>
    above === whole ? whole : path.join(await realPath(above), path.basename(whole)),
  );
}

function holds(folder: string, place: string): boolean {
  const way = path.relative(folder, place);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
