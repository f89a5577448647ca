import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { ensureWithinBounds } from '../../base/text-bounds.ts';
import type { ForeignFiles } from '../importers/importer.ts';
import { openInside } from '../../base/files/ordinary-file.ts';
import { openZip } from '../../base/files/zip-reader.ts';

/** Maximum size of a foreign file, in bytes; nobody reads more. */
const largestText = 32_000_000;
const largestPicture = 32_000_000;

/** The files of a foreign run, pictures included. */
export interface OpenFiles extends ForeignFiles {
  /** Null if it is missing, too large, or not a regular file of the folder. */
  bytes(name: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** @throws AppError `not_found` */
export async function openForeignFolder(folder: string, mainFile: string): Promise<OpenFiles> {
  const root = await realpath(folder);
  const { mtimeMs } = await stat(path.join(root, mainFile));
  /** Links may lead anywhere, and reading a special file may never end. */
  const inside = async (name: string, most: number): Promise<Buffer | null> => {
    const handle = await openInside(root, name);
    if (!handle) return null;
    try {
      const { size } = await handle.stat();
      if (size > most) throw tooLarge(name, size);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  };
  return {
    name: path.basename(root),
    changed: mtimeMs,
    async text(name) {
      return decodeText(await inside(name, largestText), name);
    },
    bytes: (name) => inside(name, largestPicture).catch(() => null),
    list: () => readdir(root),
    close: () => Promise.resolve(),
  };
}

/** A folder in a zip. @throws AppError `invalid_parameter` for an invalid zip */
export async function openForeignZip(file: string, mainFile: string): Promise<OpenFiles> {
  const zip = await openZip(file);
  const inside = zip.names.find((name) => path.posix.basename(name) === mainFile) ?? mainFile;
  const root = inside.slice(0, -mainFile.length);
  const { mtimeMs } = await stat(file);
  const read = async (name: string, most: number) => {
    const entry = path.posix.join('/', root, name.replaceAll('\\', '/')).slice(1);
    if (zip.size(entry) > most) throw tooLarge(name, zip.size(entry));
    return zip.read(entry);
  };
  return {
    name: path.posix.basename(root) || path.basename(file, '.zip'),
    changed: mtimeMs,
    async text(name) {
      return decodeText(await read(name, largestText), name);
    },
    async bytes(name) {
      return read(name, largestPicture).catch(() => null);
    },
    list: () =>
      Promise.resolve(zip.names.filter((name) => name.startsWith(root)).map((name) => name.slice(root.length))),
    close: () => zip.close(),
  };
}

function decodeText(bytes: Buffer | null, name: string): string | null {
  const text = bytes && bytes.toString('utf8');
  if (text !== null) ensureWithinBounds(text, name);
  return text;
}

function tooLarge(name: string, size: number): AppError {
  return new AppError('invalid_parameter', `${quoted(name)} has ${Math.round(size / 1e6)} MB: that is too large.`, {
    hint: `Files of up to ${largestText / 1e6} MB are read.`,
  });
}
