import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import { traceFiles } from './trace-files.ts';

export type BlobKind = 'png' | 'jpg' | 'txt' | 'json' | 'json.gz';

/** The minimum limit of one run's content, in bytes. */
export const leastLimit = 2_000_000_000;

/** Stores contents under their hash, so that equal ones are stored once. Whole or not at all. */
export class BlobFolder {
  readonly #folder: string;
  readonly #written = new Set<string>();
  readonly #mostBytes: () => number;
  #bytes = 0;

  /** @param mostBytes the limit, queried for every content: settings change */
  constructor(traceFolder: string, mostBytes = () => leastLimit) {
    this.#folder = path.join(traceFolder, traceFiles.blobs);
    this.#mostBytes = mostBytes;
  }

  /** @throws if the disk refuses, or the run exceeds its limit: callers may send anything */
  async put(content: Uint8Array | string, kind: BlobKind): Promise<string> {
    const name = blobNameOf(content, kind);
    if (this.#written.has(name)) return name;
    this.#bytes += typeof content === 'string' ? Buffer.byteLength(content) : content.length;
    const most = this.#mostBytes();
    if (this.#bytes > most) {
      throw new AppError('file_error', `The run would exceed ${most / 1e6} MB.`);
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

/** The data in a picture's first bytes. */
interface PictureHead {
  readonly kind: 'png' | 'jpg';
  /** Pixels; null for a JPEG, which says it later. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG: https://www.w3.org/TR/png/, 5.2 and 11.2.1. Null for anything that is neither PNG nor JPEG. */
export function readPictureHead(bytes: Uint8Array): PictureHead | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 24));
  if (head.length >= 24 && head.subarray(0, 8).equals(pngSignature))
    return { kind: 'png', size: { width: head.readUInt32BE(16), height: head.readUInt32BE(20) } };
  return head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff ? { kind: 'jpg', size: null } : null;
}

/**
 * Maximum length of a line's values in characters, so that lists of thousands load quickly; longer ones become blobs.
 */
const longest = 2_000;

type Put = (content: string, kind: 'txt' | 'json') => void;

export function cutText(text: string, put: Put): { readonly text: string; readonly textBlob?: string } {
  if (text.length <= longest) return { text };
  put(text, 'txt');
  return { text: `${text.slice(0, longest)}…`, textBlob: blobNameOf(text, 'txt') };
}

export function cutParameters(
  parameters: Readonly<Record<string, unknown>>,
  put: Put,
): { readonly parameters: Record<string, unknown>; readonly parametersBlob?: string } {
  const text = JSON.stringify(parameters);
  if (text.length <= longest) return { parameters: { ...parameters } };
  put(text, 'json');
  return { parameters: {}, parametersBlob: blobNameOf(text, 'json') };
}
