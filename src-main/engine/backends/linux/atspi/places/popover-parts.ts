import type { Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { maxDepth } from '../limits.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import type { Offset, Parts } from './place.ts';
import { remembering } from './remembering.ts';

/** The list of a drop-down begins this far below the top of its window, at most. */
const maxPadding = 12;

/**
 * Open popovers and tool tips of GTK 4, each an X window of its own. Extents in a popover count from wherever its parent
 * is, those in a tool tip from its own window. Which element is which popup is known by their sizes: a popover is as
 * large as its window but for a padding above, and a tool tip leaves the same border on all sides (measured with 4.8).
 */
export class PopoverParts implements Parts {
  readonly #accessibles: Accessibles;
  readonly #frame: Ref;
  readonly #popups: readonly Rect[];
  readonly #offset = remembering((ref, signal, height) => this.#ask(ref, signal, height));

  constructor(accessibles: Accessibles, frame: Ref, popups: readonly Rect[]) {
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#popups = popups;
  }

  /** What to add to the extents of an element in a popup; null for what is in none. @throws DBusFailure where it is gone */
  offsetOf(ref: Ref, signal: AbortSignal): Promise<Offset | null> {
    return this.#offset(ref, signal);
  }

  async #ask(ref: Ref, signal: AbortSignal, height: number): Promise<Offset | null> {
    if (sameRef(ref, this.#frame) || height > maxDepth) return null;
    const [extents, parent] = await Promise.all([
      // A page of a stack has none.
      orElse(this.#accessibles.extents(ref, signal), null),
      this.#accessibles.parent(ref, signal),
    ]);
    const above = parent && (await this.#offset(parent, signal, height + 1));
    return above ?? (extents && this.#offsetInto(extents));
  }

  #offsetInto({ x, y, width, height }: Rect): Offset | null {
    for (const popup of this.#popups) {
      const padding = popup.height - height;
      if (width === popup.width && padding >= 0 && padding <= maxPadding)
        return { x: popup.x - x, y: popup.y + padding - y };
      if (width + 2 * x === popup.width && height + 2 * y === popup.height) return { x: popup.x, y: popup.y };
    }
    return null;
  }
}
