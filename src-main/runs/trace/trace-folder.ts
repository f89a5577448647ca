import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import { type LineSpan, traceFiles } from './trace-files.ts';
import type { TraceIndex } from './trace-index.ts';

/** Loads the index of a trace folder and the lines after it; all of the trace if there is no valid index. */
export function readIndex(folder: string, index: TraceIndex): void {
  const descriptor = openSync(path.join(folder, traceFiles.trace), 'r');
  try {
    const { size } = fstatSync(descriptor);
    index.load(readIfThere(path.join(folder, traceFiles.index)), size);
    const from = index.upTo;
    const tail = Buffer.alloc(size - from);
    readSync(descriptor, tail, 0, tail.length, from);
    addLines(tail, from, index);
  } finally {
    closeSync(descriptor);
  }
}

/** Maximum length of a trace's line: long texts are stored separately. In bytes. */
const longestLine = 8_000_000;

export interface LinesTaken {
  /** Maximum number of lines to load; further ones are only counted. */
  readonly most: number;
  line(text: string, at: LineSpan): void;
  /** How many lines were left out. */
  left(count: number): void;
}

/** The lines of a trace read in chunks, in memory one at a time. */
export async function takeLines(chunks: AsyncIterable<Buffer>, from: number, lines: LinesTaken): Promise<void> {
  let [at, length, taken, left] = [from, 0, 0, 0];
  let parts: Buffer[] = [];
  const end = () => {
    if (length > longestLine || (length > 0 && taken >= lines.most)) left++;
    else if (length > 0) {
      taken++;
      lines.line(Buffer.concat(parts).toString('utf8'), [at, length]);
    }
    at += length + 1;
    [parts, length] = [[], 0];
  };
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length;) {
      const found = chunk.indexOf(0x0a, start);
      const stop = found < 0 ? chunk.length : found;
      length += stop - start;
      if (length <= longestLine && taken < lines.most) parts.push(chunk.subarray(start, stop));
      else parts = [];
      if (found >= 0) end();
      start = stop + 1;
    }
  }
  end();
  lines.left(left);
}

/** Loads the lines of a part of a trace that begins at byte `from`. */
export function addLines(bytes: Buffer, from: number, index: TraceIndex): void {
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0x0a, at);
    const stop = end < 0 ? bytes.length : end;
    if (stop > at) index.addLine(bytes.toString('utf8', at, stop), [from + at, stop - at]);
    at = stop + 1;
  }
}

/**
 * Writes each entry once, in its last state; the last line gives the position that they cover, so that a truncated file
 * counts for nothing. It speeds up the next opening; a failure to write it is harmless.
 */
export async function writeIndex(folder: string, index: TraceIndex): Promise<void> {
  const entries = index.entries();
  const upTo = (at: number) => (at === entries.length - 1 ? index.upTo : 0);
  const lines = entries.map((entry, at) => `${JSON.stringify({ ...entry, upTo: upTo(at) })}\n`);
  await atomicWrite(path.join(folder, traceFiles.index), lines.join('')).catch(() => undefined);
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
