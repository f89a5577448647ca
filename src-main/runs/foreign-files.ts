import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { ForeignFiles } from './importers/importer.ts';
import { openZip } from './zip-reader.ts';

/** What one file of others may have, in bytes; more is nothing that a person looks at. */
const largestText = 128_000_000;
const largestPicture = 32_000_000;

/** The files of a run of others, pictures too. */
export interface OpenFiles extends ForeignFiles {
  /** Null where it is missing, too large, or no ordinary file of the folder. */
  bytes(name: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** @throws AppError `not_found` */
export async function openForeignFolder(folder: string, mainFile: string): Promise<OpenFiles> {
  const root = await realpath(folder);
  const { mtimeMs } = await stat(path.join(root, mainFile));
  /** Links may lead anywhere, and what is no ordinary file may never end. */
  const inside = async (name: string, most: number): Promise<string | null> => {
    const file = path.resolve(root, name);
    const real = await realpath(file).catch(() => null);
    if (real === null || !isBelow(root, real)) return null;
    const found = await lstat(real);
    if (!found.isFile()) return null;
    if (found.size > most) throw tooLarge(name, found.size);
    return real;
  };
  return {
    name: path.basename(root),
    changed: mtimeMs,
    async text(name) {
      const file = await inside(name, largestText);
      return file && readFile(file, 'utf8');
    },
    async bytes(name) {
      const file = await inside(name, largestPicture).catch(() => null);
      return file === null ? null : readFile(file);
    },
    list: () => readdir(root),
    close: () => Promise.resolve(),
  };
}

/** A folder in a zip. @throws AppError `invalid_parameter` for what is no zip */
export async function openForeignZip(file: string, mainFile: string): Promise<OpenFiles> {
  const zip = await openZip(file);
  const inside = zip.names.find((name) => path.posix.basename(name) === mainFile) ?? mainFile;
  const root = inside.slice(0, -mainFile.length);
  const { mtimeMs } = await stat(file);
  const read = (name: string) => zip.read(path.posix.join('/', root, name.replaceAll('\\', '/')).slice(1));
  return {
    name: path.posix.basename(root) || path.basename(file, '.zip'),
    changed: mtimeMs,
    async text(name) {
      const bytes = await read(name);
      if (bytes && bytes.length > largestText) throw tooLarge(name, bytes.length);
      return bytes && bytes.toString('utf8');
    },
    async bytes(name) {
      const bytes = await read(name).catch(() => null);
      return bytes && bytes.length > largestPicture ? null : bytes;
    },
    list: () =>
      Promise.resolve(zip.names.filter((name) => name.startsWith(root)).map((name) => name.slice(root.length))),
    close: () => zip.close(),
  };
}

function isBelow(root: string, file: string): boolean {
  const way = path.relative(root, file);
  return way !== '' && way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}

function tooLarge(name: string, size: number): AppError {
  return new AppError('invalid_parameter', `${quoted(name)} has ${Math.round(size / 1e6)} MB: that is too large.`, {
    hint: `Files of up to ${largestText / 1e6} MB are read.`,
  });
}
