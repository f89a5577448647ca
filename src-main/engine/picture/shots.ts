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

interface Kept {
  readonly shot: Shot;
  readonly timer: NodeJS.Timeout;
}

/** Pixels kept in memory until they are encoded. */
export class Shots {
  readonly #kept = new Map<string, Kept>();
  #last = 0;

  keep(shot: Shot): string {
    const id = String(++this.#last);
    const timer = setTimeout(() => this.#kept.delete(id), keptMs).unref();
    this.#kept.set(id, { shot, timer });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptShots && oldest !== undefined) this.take(oldest);
    return id;
  }

  /** Removes and returns them. */
  take(id: string): Shot | undefined {
    const kept = this.#kept.get(id);
    clearTimeout(kept?.timer);
    this.#kept.delete(id);
    return kept?.shot;
  }

  clear(): void {
    for (const id of [...this.#kept.keys()]) this.take(id);
  }
}
