import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../backend.ts';

/** Pixels with their screen bounds, and a description of what is missing of the target; empty if nothing. */
export interface Shot {
  readonly pixels: Pixels;
  readonly bounds: Rect;
  readonly note: string;
}

/** Some eight megabytes each on a screen of common size. */
const keptShots = 8;
const keptMs = 30_000;
/** What lasting shots may take, in bytes; the oldest is dropped first. */
const mostLastingBytes = 128_000_000;
/** Successive pictures of a window differ in few places: only the bands of so many rows that do are stored again. */
const bandRows = 16;

interface Kept {
  readonly shot: Omit<Shot, 'pixels'> & { readonly pixels: Omit<Pixels, 'rgba'> };
  readonly bands: readonly Uint8Array[];
  /** Null for a lasting one. */
  readonly timer: NodeJS.Timeout | null;
}

/** Pixels kept in memory until they are encoded. */
export class Shots {
  readonly #kept = new Map<string, Kept>();
  #last = 0;

  /** @param lasting until it is taken, or until all of them take too much memory; else for half a minute */
  keep({ pixels, ...about }: Shot, lasting = false): string {
    const id = String(++this.#last);
    const timer = lasting ? null : setTimeout(() => this.#kept.delete(id), keptMs).unref();
    const { rgba, ...kind } = pixels;
    this.#kept.set(id, { shot: { ...about, pixels: kind }, bands: lasting ? this.#bandsOf(pixels) : [rgba], timer });
    const isSame = ({ timer }: Kept) => (timer === null) === lasting;
    const [oldest] = [...this.#kept].find(([, kept]) => isSame(kept)) ?? [];
    const others = [...this.#kept.values()].filter(isSame).length;
    const isOver = lasting ? this.lastingBytes > mostLastingBytes : others > keptShots;
    if (isOver && oldest !== undefined) this.#drop(oldest);
    return id;
  }

  /** What the lasting ones take, in bytes. */
  get lastingBytes(): number {
    const bands = new Set([...this.#kept.values()].flatMap(({ bands, timer }) => (timer ? [] : bands)));
    return [...bands].reduce((sum, { length }) => sum + length, 0);
  }

  /** Removes and returns them. */
  take(id: string): Shot | undefined {
    const kept = this.#kept.get(id);
    this.#drop(id);
    if (!kept) return undefined;
    const { shot, bands } = kept;
    const rgba = bands.length === 1 && bands[0] ? bands[0] : new Uint8Array(Buffer.concat(bands));
    return { ...shot, pixels: { ...shot.pixels, rgba } };
  }

  clear(): void {
    for (const id of [...this.#kept.keys()]) this.#drop(id);
  }

  #drop(id: string): void {
    clearTimeout(this.#kept.get(id)?.timer ?? undefined);
    this.#kept.delete(id);
  }

  /** Bands that equal those of the last picture of this size are shared with it. */
  #bandsOf({ width, height, rgba }: Pixels): readonly Uint8Array[] {
    const size = width * 4 * bandRows;
    const like = [...this.#kept.values()]
      .reverse()
      .find(({ shot, timer }) => timer === null && shot.pixels.width === width && shot.pixels.height === height);
    return Array.from({ length: Math.ceil(rgba.length / size) }, (_, index) => {
      const band = rgba.subarray(index * size, (index + 1) * size);
      const known = like?.bands[index];
      return known && Buffer.compare(known, band) === 0 ? known : band.slice();
    });
  }
}
