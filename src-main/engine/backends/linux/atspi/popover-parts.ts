import type { Rect } from '#contract/model/geometry';
import type { Accessibles } from './accessibles.ts';
import { orElse } from './or-else.ts';
import type { Offset } from './place.ts';
import { sameRef, type Ref } from './ref.ts';

/** Trees of real apps are less deep; a cycle is deeper. */
const maxHeight = 64;

/**
 * Open popovers and tool tips of GTK 4, each an X window of its own. Extents in a popover count from wherever its parent
 * is, those in a tool tip from its own window. Which element is which popup is known by their sizes: a popover is
 * exactly as large as its window, and a tool tip leaves the same border on all sides (measured with 4.8).
 */
export class PopoverParts {
  readonly #accessibles: Accessibles;
  readonly #frame: Ref;
  readonly #popups: readonly Rect[];
  /** By path. A walk asks for the parents first, so that each element costs two questions. */
  readonly #known = new Map<string, Promise<Offset | null>>();

  constructor(accessibles: Accessibles, frame: Ref, popups: readonly Rect[]) {
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#popups = popups;
  }

  /** What to add to the extents of an element in a popup; null for what is in none. @throws DBusFailure where it is gone */
  offsetOf(ref: Ref, signal: AbortSignal, height = 0): Promise<Offset | null> {
    const known = this.#known.get(ref.path);
    if (known) return known;
    const asked = this.#ask(ref, signal, height);
    this.#known.set(ref.path, asked);
    asked.catch(() => this.#known.delete(ref.path));
    return asked;
  }

  async #ask(ref: Ref, signal: AbortSignal, height: number): Promise<Offset | null> {
    if (sameRef(ref, this.#frame) || height > maxHeight) return null;
    const [extents, parent] = await Promise.all([
      // A page of a stack has none.
      orElse(this.#accessibles.extents(ref, signal), null),
      this.#accessibles.parent(ref, signal),
    ]);
    const above = parent && (await this.offsetOf(parent, signal, height + 1));
    return above ?? (extents && this.#offsetInto(extents));
  }

  #offsetInto({ x, y, width, height }: Rect): Offset | null {
    for (const popup of this.#popups) {
      if (width === popup.width && height === popup.height) return { x: popup.x - x, y: popup.y - y };
      if (width + 2 * x === popup.width && height + 2 * y === popup.height) return { x: popup.x, y: popup.y };
    }
    return null;
  }
}
