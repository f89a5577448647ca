import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { AppError } from '#contract/errors';

const inflate = promisify(inflateRaw);

/** A zip whose entries are read one by one, when they are asked for. */
export interface Zip {
  readonly names: readonly string[];
  /** Null where there is no such entry. @throws AppError `invalid_parameter` where it is damaged */
  read(name: string): Promise<Buffer | null>;
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

/** Larger entries are none of ours, in bytes. */
const maxEntry = 512_000_000;
const maxDirectory = 64_000_000;

/** Reads the list of entries. @throws AppError `file_error`, `invalid_parameter` for what is no zip */
export async function openZip(file: string): Promise<Zip> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw new AppError('file_error', `${file} cannot be read.`, { cause });
  });
  try {
    const entries = await readDirectory(handle, file);
    return {
      names: [...entries.keys()],
      async read(name) {
        const entry = entries.get(name);
        return entry ? readEntry(handle, entry, `${name} in ${file}`) : null;
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
  const tail = await part(handle, Math.max(0, size - endSize - longestComment), endSize + longestComment);
  const end = lastEnd(tail);
  if (end === null) throw notZip(file);
  const length = tail.readUInt32LE(end + 12);
  const directory = await part(handle, tail.readUInt32LE(end + 16), Math.min(length, maxDirectory));
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
  const damaged = (cause?: unknown) => new AppError('invalid_parameter', `${what} is damaged.`, { cause });
  if (packed > maxEntry || size > maxEntry || (method !== stored && method !== deflated)) throw damaged();
  const local = await part(handle, at, localSize);
  if (local.length < localSize) throw damaged();
  const bytes = await part(handle, at + localSize + local.readUInt16LE(26) + local.readUInt16LE(28), packed);
  try {
    const content = method === stored ? bytes : await inflate(bytes, { maxOutputLength: Math.max(1, size) });
    if (content.length === size) return content;
  } catch (error) {
    throw damaged(error);
  }
  throw damaged();
}

async function part(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, from);
  return bytes.subarray(0, bytesRead);
}

function notZip(file: string): AppError {
  return new AppError('invalid_parameter', `${file} is no zip, or a damaged one.`, {
    hint: 'Open a folder or a zip that Deskscope wrote.',
  });
}
