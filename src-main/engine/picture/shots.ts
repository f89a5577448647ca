import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../backend.ts';

/** Pixels with their place in screen pixels, and what is missing of the target for a person; empty for nothing. */
export interface Shot {
  readonly pixels: Pixels;
  readonly bounds: Rect;
  readonly note: string;
}

/** Eight megabytes each where the screen is of the usual size. */
const keptShots = 8;
const keptMs = 30_000;

interface Kept {
  readonly shot: Shot;
  readonly timer: NodeJS.Timeout;
}

/** Pixels in memory until someone has the time to make pictures of them. */
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

  /** Hands them over: they are kept no longer. */
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
