import { randomBytes } from 'node:crypto';
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { moveFile } from '../base/move-file.ts';
import { AppError } from '#contract/errors';
import { traceFiles } from './trace-files.ts';

/** How much is in memory at once, in bytes. */
const chunk = 256 * 1024;
/** What a zip without its 64-bit extension can hold. */
const maxFiles = 65_535;

interface Item {
  readonly name: string;
  readonly file: string;
}

/**
 * Packs a trace folder, piece by piece, whole or not at all. A trace that is still written is packed as it is now.
 * @throws AppError `file_error`, `invalid_parameter` where it has more files than a zip can hold
 */
export async function exportZip(folder: string, to: string): Promise<void> {
  const items = await itemsOf(folder);
  if (items.length > maxFiles) {
    throw new AppError('invalid_parameter', `A zip holds ${maxFiles} files; this trace has ${items.length}.`, {
      hint: 'Hand on the folder itself.',
    });
  }
  const draft = `${to}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await pack(items, draft);
    await moveFile(draft, to);
  } catch (cause) {
    await rm(draft, { force: true });
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('file_error', `${to} could not be written: ${why}.`, { cause });
  }
}

async function itemsOf(folder: string): Promise<readonly Item[]> {
  const inFolder = async (below: string) =>
    (await readdir(path.join(folder, below), { withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
      .map(({ name }) => ({ name: below ? `${below}/${name}` : name, file: path.join(folder, below, name) }));
  return [...(await inFolder('')), ...(await inFolder(traceFiles.blobs))];
}

async function pack(items: readonly Item[], draft: string): Promise<void> {
  const out = await open(draft, 'wx', 0o600);
  try {
    const ready: Uint8Array[] = [];
    let failure: Error | null = null;
    const zip = new Zip((error, bytes) => {
      failure ??= error;
      ready.push(bytes);
    });
    const flush = async () => {
      if (failure) throw failure;
      for (const bytes of ready.splice(0)) await out.write(bytes);
    };
    for (const item of items) await add(zip, item, flush);
    zip.end();
    await flush();
    await out.sync();
  } finally {
    await out.close();
  }
}

/** Pictures and compressed trees gain nothing from being compressed again. */
async function add(zip: Zip, { name, file }: Item, flush: () => Promise<void>): Promise<void> {
  const entry = /\.(png|jpg|gz)$/.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
  const { size, mtime } = await stat(file);
  entry.mtime = mtime;
  zip.add(entry);
  const input = await open(file, 'r');
  try {
    await pushAll(input, size, async (bytes, last) => {
      entry.push(bytes, last);
      await flush();
    });
  } finally {
    await input.close();
  }
}

async function pushAll(
  input: FileHandle,
  size: number,
  push: (bytes: Uint8Array, last: boolean) => Promise<void>,
): Promise<void> {
  let at = 0;
  do {
    const bytes = new Uint8Array(Math.min(chunk, size - at));
    const { bytesRead } = await input.read(bytes, 0, bytes.length, at);
    at += bytesRead;
    // A file that was cut meanwhile ends where it ends.
    if (bytesRead === 0) size = at;
    await push(bytes.subarray(0, bytesRead), at >= size);
  } while (at < size);
}
