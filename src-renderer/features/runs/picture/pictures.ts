import type { RunsData } from '../state.ts';
import { createBlobs } from './blobs.ts';

type SetState = (change: (state: RunsData) => Partial<RunsData>) => void;
type Read = (run: string, blob: string) => Promise<Uint8Array | null>;

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg' };

/** Turns blobs of a trace into addresses that an image element takes. */
export function createPictures(read: Read, set: SetState) {
  return createBlobs<string>({
    // Decoded pictures take memory.
    kept: 120,
    read,
    make(bytes, blob) {
      const type = types[blob.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    },
    release: (url) => URL.revokeObjectURL(url),
    set: (change) => set(({ pictures }) => ({ pictures: change(pictures) })),
  });
}

/** Turns blobs of a trace into texts. */
export function createTexts(read: Read, set: SetState) {
  return createBlobs<string>({
    kept: 60,
    read,
    make: (bytes) => new TextDecoder().decode(bytes),
    set: (change) => set(({ texts }) => ({ texts: change(texts) })),
  });
}
