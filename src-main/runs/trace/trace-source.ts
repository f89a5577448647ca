import { createHash } from 'node:crypto';
import { stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { openInside, readInside } from '../../base/files/ordinary-file.ts';
import { readPictureHead } from './blobs.ts';
import { traceFiles } from './trace-files.ts';
import { openZip } from '../../base/files/zip-reader.ts';

/** The files of a trace, wherever they are. Nothing outside it is read, and no link in it is followed. */
export interface TraceSource {
  readonly kind: 'folder' | 'zip';
  /** A small file; null if it is missing, or too large. */
  file(name: string): Promise<Buffer | null>;
  traceSize(): Promise<number>;
  /** A part of the trace. */
  trace(from: number, length: number): Promise<Buffer>;
  /** All of the trace from a byte on, piece by piece. */
  chunks(from: number): AsyncIterable<Buffer>;
  /** Null if it is missing, or its name reports that it holds something else. */
  blob(name: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** How much of a trace is in memory at once, in bytes. */
const chunkBytes = 1_000_000;
/** What one file beside the trace may have, in bytes. */
const largestFile = 256_000_000;
const largestBlob = 64_000_000;

/**
 * @param own written by this app into its profile, if nobody else writes: what its files hold is not checked
 * @throws AppError `not_found`, `file_error`, or `invalid_parameter` for what is no trace
 */
export async function openSource(place: string, own = false): Promise<TraceSource> {
  const found = await stat(place).catch((error: unknown) => {
    throw missing(place, error);
  });
  const source = found.isDirectory() ? await openFolder(place) : await openZipped(place);
  return own ? source : { ...source, blob: async (name) => holding(name, await source.blob(name)) };
}

async function openFolder(folder: string): Promise<TraceSource> {
  const file = path.join(folder, traceFiles.trace);
  const handle = await openInside(folder, traceFiles.trace);
  if (!handle) {
    await stat(file).catch((error: unknown) => {
      throw missing(file, error);
    });
    throw new AppError('file_error', `The trace ${file} cannot be read: it is not a regular file in its folder.`);
  }
  return {
    kind: 'folder',
    file: (name) => readInside(folder, name, largestFile),
    traceSize: async () => (await handle.stat()).size,
    trace: (from, length) => readPart(handle, from, length),
    async *chunks(from) {
      for (let at = from; ;) {
        const part = await readPart(handle, at, chunkBytes);
        if (part.length === 0) return;
        yield part;
        at += part.length;
      }
    },
    async blob(name) {
      if (path.basename(name) !== name) return null;
      // Version 1 kept pictures beside the trace.
      const kept = await readInside(folder, path.join(traceFiles.blobs, name), largestBlob);
      return kept ?? readInside(folder, name, largestBlob);
    },
    close: () => handle.close(),
  };
}

async function readPart(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, from);
  return bytes.subarray(0, bytesRead);
}

async function openZipped(file: string): Promise<TraceSource> {
  const zip = await openZip(file);
  const inside = zip.names.find((name) => path.posix.basename(name) === traceFiles.trace);
  if (inside === undefined) {
    await zip.close();
    throw new AppError('invalid_parameter', `${file} contains no Deskscope trace.`);
  }
  const root = inside.slice(0, -traceFiles.trace.length);
  // A small one is unpacked once; of a large one no more than a piece is in memory.
  const whole = zip.size(inside) <= largestBlob ? ((await zip.read(inside)) ?? Buffer.alloc(0)) : null;
  const chunks = (from: number) => after(from, whole ? piecesOf(whole) : zip.chunks(inside));
  return {
    kind: 'zip',
    file: (name) => zip.read(root + name),
    traceSize: () => Promise.resolve(zip.size(inside)),
    trace: (from, length) =>
      whole ? Promise.resolve(whole.subarray(from, from + length)) : firstOf(chunks(from), length),
    chunks,
    async blob(name) {
      if (path.posix.basename(name) !== name) return null;
      return (await zip.read(`${root}${traceFiles.blobs}/${name}`)) ?? (await zip.read(root + name));
    },
    close: () => zip.close(),
  };
}

function* piecesOf(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** Without the first bytes. */
async function* after(from: number, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncIterable<Buffer> {
  let left = from;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function firstOf(chunks: AsyncIterable<Buffer>, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let left = length;
  for await (const chunk of chunks) {
    parts.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) break;
  }
  return Buffer.concat(parts);
}

/**
 * Contents are named by their hash, and pictures of version 1 are pictures: what is neither is not part of the trace, however it
 * came into its folder.
 */
function holding(name: string, bytes: Uint8Array | null): Uint8Array | null {
  if (!bytes) return null;
  const [, hash] = /^([0-9a-f]{64})\./.exec(name) ?? [];
  const isWhole = hash ? createHash('sha256').update(bytes).digest('hex') === hash : readPictureHead(bytes) !== null;
  return isWhole ? bytes : null;
}

function missing(place: string, cause: unknown): AppError {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new AppError('not_found', `There is no trace at ${place}.`, { cause });
  return new AppError('file_error', `The trace ${place} cannot be read: ${message}.`, { cause });
}
