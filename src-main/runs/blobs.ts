import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { atomicWrite } from '../base/atomic-write.ts';
import { traceFiles } from './trace-files.ts';

export type BlobKind = 'png' | 'jpg' | 'txt' | 'json' | 'json.gz';

/** Stores contents under their hash, so that equal ones are stored once. Whole or not at all. */
export class BlobFolder {
  readonly #folder: string;
  readonly #written = new Set<string>();

  constructor(traceFolder: string) {
    this.#folder = path.join(traceFolder, traceFiles.blobs);
  }

  /** @throws where the disk does not take it */
  async put(content: Uint8Array | string, kind: BlobKind): Promise<string> {
    const name = blobNameOf(content, kind);
    if (this.#written.has(name)) return name;
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
