import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import { traceFiles } from './trace-files.ts';

export type BlobKind = 'png' | 'jpg' | 'txt' | 'json' | 'json.gz';

/** What one run may store where no one says more, in bytes. */
export const leastLimit = 2_000_000_000;

/** Stores contents under their hash, so that equal ones are stored once. Whole or not at all. */
export class BlobFolder {
  readonly #folder: string;
  readonly #written = new Set<string>();
  readonly #mostBytes: () => number;
  #bytes = 0;

  /** @param mostBytes what it may hold, asked at every content: settings change */
  constructor(traceFolder: string, mostBytes = () => leastLimit) {
    this.#folder = path.join(traceFolder, traceFiles.blobs);
    this.#mostBytes = mostBytes;
  }

  /** @throws where the disk does not take it, or the run has stored too much: a caller may send what it likes */
  async put(content: Uint8Array | string, kind: BlobKind): Promise<string> {
    const name = blobNameOf(content, kind);
    if (this.#written.has(name)) return name;
    this.#bytes += typeof content === 'string' ? Buffer.byteLength(content) : content.length;
    const most = this.#mostBytes();
    if (this.#bytes > most) {
      throw new AppError('file_error', `The run would hold more than ${most / 1e6} MB.`);
    }
    const file = path.join(this.#folder, name);
    if (this.#written.size === 0) await mkdir(this.#folder, { mode: 0o700 }).catch(ignoreExisting);
    if (!existsSync(file)) await atomicWrite(file, content);
    this.#written.add(name);
    return name;
  }
}

export function blobNameOf(content: Uint8Array | string, kind: BlobKind): string {
  return `${createHash('sha256').update(content).digest('hex')}.${kind}`;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
