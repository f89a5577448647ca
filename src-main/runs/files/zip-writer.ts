import { randomBytes } from 'node:crypto';
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { moveFile } from '../../base/files/atomic-write.ts';
import { AppError } from '#contract/errors';
import { traceFiles } from '../trace/trace-files.ts';

/** How much is in memory at once, in bytes. */
const chunk = 256 * 1024;
/** Limits of a zip without its 64-bit extension. */
const maxFiles = 65_535;

interface Item {
  readonly name: string;
  readonly file: string;
}

/**
 * Packs a trace folder incrementally, whole or not at all. A live trace is packed in its current state.
 * @throws AppError `file_error`, `invalid_parameter` if it has more files than a zip can hold
 */
export async function exportZip(folder: string, to: string): Promise<void> {
  const items = await itemsOf(folder);
  if (items.length > maxFiles) {
    throw new AppError('invalid_parameter', `A zip is limited to ${maxFiles} files; this trace has ${items.length}.`, {
      hint: 'Hand on the folder itself.',
    });
  }
  await writeDraft(to, async (add) => {
    for (const { name, file } of items) await addFile(add, name, file);
  });
}

/** Packs entries produced one by one, whole or not at all. @throws AppError `file_error` */
export async function writeZip(
  files: AsyncIterable<{ readonly name: string; readonly content: string | Uint8Array }>,
  to: string,
): Promise<void> {
  await writeDraft(to, async (add) => {
    for await (const { name, content } of files) {
      const push = add(name, new Date());
      await push(typeof content === 'string' ? Buffer.from(content) : content, true);
    }
  });
}

async function itemsOf(folder: string): Promise<readonly Item[]> {
  const inFolder = async (below: string) =>
    (await readdir(path.join(folder, below), { withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
      .map(({ name }) => ({ name: below ? `${below}/${name}` : name, file: path.join(folder, below, name) }));
  return [...(await inFolder('')), ...(await inFolder(traceFiles.blobs))];
}

type Push = (bytes: Uint8Array, last: boolean) => Promise<void>;
/** Begins an entry. */
type Add = (name: string, changed: Date) => Push;

async function writeDraft(to: string, fill: (add: Add) => Promise<void>): Promise<void> {
  const draft = `${to}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await pack(draft, fill);
    await moveFile(draft, to);
  } catch (cause) {
    await rm(draft, { force: true });
    if (cause instanceof AppError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('file_error', `${to} could not be written: ${why}.`, { cause });
  }
}

async function pack(draft: string, fill: (add: Add) => Promise<void>): Promise<void> {
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
    await fill((name, changed) => {
      const entry = entryOf(name);
      entry.mtime = changed;
      zip.add(entry);
      return async (bytes, last) => {
        entry.push(bytes, last);
        await flush();
      };
    });
    zip.end();
    await flush();
    await out.sync();
  } finally {
    await out.close();
  }
}

/** Pictures and compressed trees gain nothing from being compressed again. */
function entryOf(name: string): ZipPassThrough | ZipDeflate {
  return /\.(png|jpg|gz)$/.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
}

async function addFile(add: Add, name: string, file: string): Promise<void> {
  const { size, mtime } = await stat(file);
  const push = add(name, mtime);
  const input = await open(file, 'r');
  try {
    await pushAll(input, size, push);
  } finally {
    await input.close();
  }
}

async function pushAll(input: FileHandle, size: number, push: Push): Promise<void> {
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
