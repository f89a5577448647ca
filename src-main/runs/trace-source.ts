import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { traceFiles } from './trace-files.ts';
import { openZip } from './zip-reader.ts';

/** The files of a trace, wherever they are. */
export interface TraceSource {
  readonly kind: 'folder' | 'zip';
  /** A small file; null where it is missing. */
  file(name: string): Promise<Buffer | null>;
  traceSize(): Promise<number>;
  /** A part of the trace. */
  trace(from: number, length: number): Promise<Buffer>;
  /** Null where it is missing. */
  blob(name: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** @throws AppError `not_found`, `file_error`, or `invalid_parameter` for what is no trace */
export async function openSource(place: string): Promise<TraceSource> {
  const found = await stat(place).catch((error: unknown) => {
    throw missing(place, error);
  });
  return found.isDirectory() ? openFolder(place) : openZipped(place);
}

async function openFolder(folder: string): Promise<TraceSource> {
  const file = path.join(folder, traceFiles.trace);
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw missing(file, error);
  });
  return {
    kind: 'folder',
    file: (name) => readFile(path.join(folder, name)).catch(() => null),
    traceSize: async () => (await handle.stat()).size,
    trace: (from, length) => readPart(handle, from, length),
    async blob(name) {
      // Version 1 kept pictures beside the trace.
      const places = [path.join(folder, traceFiles.blobs, name), path.join(folder, name)];
      for (const place of places) {
        const bytes = await readFile(place).catch(() => null);
        if (bytes) return bytes;
      }
      return null;
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
    throw new AppError('invalid_parameter', `${file} holds no Deskscope trace.`);
  }
  const root = inside.slice(0, -traceFiles.trace.length);
  // Lines of a zip cannot be read one by one: the trace is unpacked once, the rest when it is looked at.
  const trace = (await zip.read(inside)) ?? Buffer.alloc(0);
  return {
    kind: 'zip',
    file: (name) => zip.read(root + name),
    traceSize: () => Promise.resolve(trace.length),
    trace: (from, length) => Promise.resolve(trace.subarray(from, from + length)),
    blob: async (name) => (await zip.read(`${root}${traceFiles.blobs}/${name}`)) ?? (await zip.read(root + name)),
    close: () => zip.close(),
  };
}

function missing(place: string, cause: unknown): AppError {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new AppError('not_found', `There is no trace at ${place}.`, { cause });
  return new AppError('file_error', `The trace ${place} cannot be read: ${message}.`, { cause });
}
