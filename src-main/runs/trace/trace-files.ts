import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';

/** The files of a trace; blobs have a separate folder. */
export const traceFiles = { run: 'run.json', trace: 'trace.jsonl', index: 'index.jsonl', blobs: 'blobs' } as const;

/** A file that is only appended to, line by line, each at once: a kill costs at most the line being written. */
export class AppendFile {
  readonly #descriptor: number;
  #size: number;

  /** The user's alone where it is made. @throws if it cannot be opened */
  constructor(file: string) {
    this.#descriptor = openSync(file, 'a', 0o600);
    this.#size = fstatSync(this.#descriptor).size;
  }

  get size(): number {
    return this.#size;
  }

  /** Answers where the line stands, in bytes. @throws where the disk does not take it */
  append(line: string): LineSpan {
    const bytes = Buffer.from(`${line}\n`);
    // A nearly full disk writes a part of a line without an error.
    for (let written = 0; written < bytes.length;) written += writeSync(this.#descriptor, bytes, written);
    const from = this.#size;
    this.#size += bytes.length;
    return [from, bytes.length - 1];
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Where a line is in a file: first byte, and how many. */
export type LineSpan = readonly [from: number, length: number];
