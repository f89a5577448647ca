import type { Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { maxDepth } from '../limits.ts';
import { readPlace } from '../places/place.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { hasBit } from '../vocabulary/states.ts';
import type { Frame } from '../frames/frame.ts';

/** Containers with more children than this are no menus: tables and documents are not read for a look at a popup. */
const maxChildren = 300;

export interface Shown {
  readonly ref: Ref;
  readonly place: Rect | null;
  readonly children: readonly Shown[];
}

/** Reads the tree below an element as far as it is shown, with nothing but places. */
export class ShownReader {
  readonly #accessibles: Accessibles;
  readonly #frame: Frame;
  readonly #signal: AbortSignal;

  constructor(accessibles: Accessibles, frame: Frame, signal: AbortSignal) {
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#signal = signal;
  }

  async read(ref: Ref, depth: number): Promise<Shown | null> {
    const [accessibles, signal] = [this.#accessibles, this.#signal];
    const states = await orElse(accessibles.states(ref, signal), null);
    if (!states || !hasBit(states, this.#frame.toolkit.seenBy) || depth > maxDepth) return null;
    const [place, children] = await Promise.all([
      orElse(this.#place(ref), 'unseen' as const),
      orElse(this.#children(ref), []),
    ]);
    if (place === 'unseen') return null;
    const read = await Promise.all(children.map((child) => this.read(child, depth + 1)));
    return { ref, place, children: read.filter((child) => child !== null) };
  }

  async #place(ref: Ref): Promise<Rect | 'unseen' | null> {
    const role = await this.#accessibles.role(ref, this.#signal);
    return readPlace(this.#accessibles, this.#frame, { ref, role }, this.#signal);
  }

  async #children(ref: Ref): Promise<readonly Ref[]> {
    const count = await this.#accessibles.childCount(ref, this.#signal);
    return count > 0 && count <= maxChildren ? this.#accessibles.children(ref, this.#signal) : [];
  }
}
