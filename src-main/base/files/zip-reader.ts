import { realpath, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createInflateRaw, inflateRaw } from 'node:zlib';
import { AppError } from '#contract/errors';
import { openOrdinary } from './ordinary-file.ts';

const inflate = promisify(inflateRaw);

/** A zip whose entries are read one by one, when they are asked for. */
export interface Zip {
  readonly names: readonly string[];
  /** Null if there is no such entry. @throws AppError `invalid_parameter` if it is damaged */
  read(name: string): Promise<Buffer | null>;
  /** Unpacked size of an entry in bytes, according to the archive; 0 if there is none. */
  size(name: string): number;
  /** An entry piece by piece, however large it is. @throws AppError `invalid_parameter` if it is damaged */
  chunks(name: string): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3: sizes and signatures of the parts of a zip. */
const endSize = 22;
const endSignature = 0x06054b50;
const directorySize = 46;
const directorySignature = 0x02014b50;
const localSize = 30;
const longestComment = 0xffff;
const stored = 0;
const deflated = 8;

/** Larger entries are not read at once, in bytes. */
const maxEntry = 64_000_000;
const maxDirectory = 16_000_000;
/** Chunk size when an entry is read incrementally, in bytes. */
const chunkBytes = 256_000;

/** Reads the list of entries. @throws AppError `file_error`, `invalid_parameter` for an invalid zip */
export async function openZip(file: string): Promise<Zip> {
  const handle = await openOrdinary(await realpath(file).catch(() => file));
  if (!handle) throw new AppError('file_error', `${file} cannot be read.`);
  try {
    const entries = await readDirectory(handle, file);
    return {
      names: [...entries.keys()],
      async read(name) {
        const entry = entries.get(name);
        return entry ? readEntry(handle, entry, `${name} in ${file}`) : null;
      },
      size: (name) => entries.get(name)?.size ?? 0,
      async *chunks(name) {
        const entry = entries.get(name);
        if (entry) yield* chunksOf(handle, entry, `${name} in ${file}`);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readDirectory(handle: FileHandle, file: string): Promise<Map<string, Entry>> {
  const { size } = await handle.stat();
  const tail = await part(handle, Math.max(0, size - endSize - longestComment), endSize + longestComment, size);
  const end = lastEnd(tail);
  if (end === null) throw notZip(file);
  const length = tail.readUInt32LE(end + 12);
  if (length > maxDirectory) throw tooMany(file);
  const directory = await part(handle, tail.readUInt32LE(end + 16), length, size);
  const entries = new Map<string, Entry>();
  for (let at = 0; at + directorySize <= directory.length;) {
    if (directory.readUInt32LE(at) !== directorySignature) throw notZip(file);
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + directorySize, at + directorySize + nameLength);
    entries.set(name, {
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    });
    at += directorySize + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

function lastEnd(tail: Buffer): number | null {
  for (let at = tail.length - endSize; at >= 0; at--) if (tail.readUInt32LE(at) === endSignature) return at;
  return null;
}

async function readEntry(handle: FileHandle, { method, packed, size, at }: Entry, what: string): Promise<Buffer> {
  const damaged = (cause?: unknown) => isDamaged(what, cause);
  if (packed > maxEntry || size > maxEntry || (method !== stored && method !== deflated)) throw damaged();
  const from = await beginOf(handle, { method, packed, size, at }, what);
  const bytes = await part(handle, from, packed, (await handle.stat()).size);
  try {
    const content = method === stored ? bytes : await inflate(bytes, { maxOutputLength: Math.max(1, size) });
    if (content.length === size) return content;
  } catch (error) {
    throw damaged(error);
  }
  throw damaged();
}

/** The offset of an entry's data. @throws AppError `invalid_parameter` */
async function beginOf(handle: FileHandle, { packed, at }: Entry, what: string): Promise<number> {
  const { size } = await handle.stat();
  const local = await part(handle, at, localSize, size);
  if (local.length < localSize || at + packed > size) throw isDamaged(what);
  return at + localSize + local.readUInt16LE(26) + local.readUInt16LE(28);
}

async function* chunksOf(handle: FileHandle, entry: Entry, what: string): AsyncIterable<Buffer> {
  if (entry.method !== stored && entry.method !== deflated) throw isDamaged(what);
  const from = await beginOf(handle, entry, what);
  const packed = async function* () {
    for (let at = 0; at < entry.packed;) {
      const bytes = await part(handle, from + at, Math.min(chunkBytes, entry.packed - at), Infinity);
      if (bytes.length === 0) throw isDamaged(what);
      yield bytes;
      at += bytes.length;
    }
  };
  const unpacked = entry.method === stored ? packed() : Readable.from(packed()).pipe(createInflateRaw());
  let left = entry.size;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      // It is larger than declared: unpacking stops there.
      if (chunk.length > left) throw isDamaged(what);
      left -= chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? error : isDamaged(what, error);
  }
}

/** @param end the end of the file; no memory is allocated for data beyond it */
async function part(handle: FileHandle, from: number, length: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, Math.min(length, end - from)));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
  return bytes.subarray(0, bytesRead);
}

function isDamaged(what: string, cause?: unknown): AppError {
  return new AppError('invalid_parameter', `${what} is damaged.`, { cause });
}

function tooMany(file: string): AppError {
  return new AppError('invalid_parameter', `${file} lists more files than a run has.`);
}

function notZip(file: string): AppError {
  return new AppError('invalid_parameter', `${file} is not a zip, or damaged.`, {
    hint: 'Open a folder or a zip that Deskscope wrote.',
  });
}
