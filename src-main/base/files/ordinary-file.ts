import { constants } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/**
 * Opens a regular file of a folder that may come from a stranger. Null for a missing file, for symbolic links anywhere
 * on the path, which may lead anywhere, for paths out of the folder, and for devices and pipes, since reading one may
 * never end.
 * @param name relative to the folder
 */
export async function openInside(folder: string, name: string): Promise<FileHandle | null> {
  const root = await realpath(folder).catch(() => null);
  if (root === null) return null;
  const file = path.resolve(root, name);
  const way = path.relative(root, file);
  if (way === '' || way.split(path.sep)[0] === '..' || path.isAbsolute(way)) return null;
  const real = await realpath(file).catch(() => null);
  // Windows returns names as they were first given.
  const isSame = process.platform === 'win32' ? real?.toLowerCase() === file.toLowerCase() : real === file;
  if (!isSame) return null;
  return openOrdinary(file);
}

/** Opens a file if it is an ordinary one, and no link. Null if it is not, or cannot be read. */
export async function openOrdinary(file: string): Promise<FileHandle | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  if (!(await lstat(file).catch(() => null))?.isFile()) return null;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (!handle) return null;
  // Another may have come to its place since.
  if ((await handle.stat().catch(() => null))?.isFile()) return handle;
  await handle.close();
  return null;
}

/** The content of a regular file of a folder; null as {@link openInside}, and for more than `most` bytes. */
export async function readInside(folder: string, name: string, most: number): Promise<Buffer | null> {
  const handle = await openInside(folder, name);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    return size > most ? null : await handle.readFile();
  } finally {
    await handle.close();
  }
}
