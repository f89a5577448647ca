import type { RunsData } from '../state.ts';

type SetState = (change: (state: RunsData) => Partial<RunsData>) => void;

/** Decoded pictures take memory: the last so many are kept. */
const keptPictures = 120;

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg' };

/** Turns blobs of a trace into addresses that an image element takes. */
export function createPictures(read: (run: string, blob: string) => Promise<Uint8Array | null>, set: SetState) {
  const wanted = new Map<string, Promise<void>>();

  const fetch = async (run: string, blob: string): Promise<void> => {
    const bytes = await read(run, blob).catch(() => null);
    const type = types[blob.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    const url = bytes && URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    set(({ pictures }) => ({ pictures: keep(new Map(pictures).set(blob, url), forget) }));
  };

  const forget = (blob: string, url: string | null) => {
    wanted.delete(blob);
    if (url !== null) URL.revokeObjectURL(url);
  };

  return {
    need(run: string, blob: string): Promise<void> {
      const known = wanted.get(blob) ?? fetch(run, blob);
      wanted.set(blob, known);
      return known;
    },

    forget() {
      set(({ pictures }) => {
        for (const [blob, url] of pictures) forget(blob, url);
        return { pictures: new Map() };
      });
    },
  };
}

function keep(
  pictures: Map<string, string | null>,
  forget: (blob: string, url: string | null) => void,
): Map<string, string | null> {
  for (const [blob, url] of pictures) {
    if (pictures.size <= keptPictures) break;
    pictures.delete(blob);
    forget(blob, url);
  }
  return pictures;
}
