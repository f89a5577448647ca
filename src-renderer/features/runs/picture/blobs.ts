type Blobs<Value> = ReadonlyMap<string, Value | null>;

interface BlobOptions<Value> {
  /** So many are kept, the last ones. */
  readonly kept: number;
  readonly read: (run: string, blob: string) => Promise<Uint8Array | null>;
  readonly make: (bytes: Uint8Array, blob: string) => Value;
  readonly release?: (value: Value) => void;
  readonly set: (change: (blobs: Blobs<Value>) => Blobs<Value>) => void;
}

/** Blobs of a trace as values, each read once as long as it is kept; null for one that is missing. */
export function createBlobs<Value>({ kept, read, make, release, set }: BlobOptions<Value>) {
  const wanted = new Map<string, Promise<void>>();

  const fetch = async (run: string, blob: string): Promise<void> => {
    const bytes = await read(run, blob).catch(() => null);
    const value = bytes && make(bytes, blob);
    set((blobs) => {
      const all = new Map(blobs).set(blob, value);
      for (const [old, one] of all) {
        if (all.size <= kept) break;
        all.delete(old);
        forget(old, one);
      }
      return all;
    });
  };

  const forget = (blob: string, value: Value | null): void => {
    wanted.delete(blob);
    if (value !== null) release?.(value);
  };

  return {
    need(run: string, blob: string): Promise<void> {
      const known = wanted.get(blob) ?? fetch(run, blob);
      wanted.set(blob, known);
      return known;
    },

    forget(): void {
      set((blobs) => {
        for (const [blob, value] of blobs) forget(blob, value);
        return new Map();
      });
    },
  };
}
