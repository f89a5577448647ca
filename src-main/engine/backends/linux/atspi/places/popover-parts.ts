import type { Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { maxDepth } from '../limits.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { remembering } from './remembering.ts';
import { saysPopup } from './surface-popups.ts';
import type { Offset, Parts } from './offset.ts';

/** The list of a drop-down begins this far below the top of its window, at most; in units of the app. */
const maxPadding = 12;

/**
 * Open popovers and tool tips of GTK 4, each an X window of its own. Extents in a popover count from wherever its parent is,
 * those in a tool tip from its own window. Which element is which popup is known by their sizes: a popover is as large as its
 * window but for a padding above, and a tool tip leaves the same border on all sides (measured with 4.8 and 4.18). The popover of
 * a submenu is in that of its menu.
 */
export class PopoverParts implements Parts {
  readonly #accessibles: Accessibles;
  readonly #frame: Ref;
  readonly #popups: readonly Rect[];
  readonly #around: Offset;
  readonly #offset = remembering((ref, signal, height) => this.#ask(ref, signal, height));

  /**
   * @param popups those that are open, in pixels of the screen
   * @param around what the frame counts from
   */
  constructor(accessibles: Accessibles, frame: Ref, popups: readonly Rect[], around: Offset) {
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#popups = popups;
    this.#around = around;
  }

  /** What to add to the extents of an element in a popup; null for what is in none. @throws DBusFailure if it is gone */
  offsetOf(ref: Ref, signal: AbortSignal): Promise<Offset | null> {
    return this.#offset(ref, signal);
  }

  async #ask(ref: Ref, signal: AbortSignal, height: number): Promise<Offset | null> {
    if (sameRef(ref, this.#frame) || height > maxDepth) return null;
    const [extents, isPopover, parent] = await Promise.all([
      // A page of a stack has none.
      orElse(this.#accessibles.extents(ref, signal), null),
      saysPopup(this.#accessibles, ref, signal),
      this.#accessibles.parent(ref, signal),
    ]);
    const above = parent && (await this.#offset(parent, signal, height + 1));
    const beginsHere = above === null || isPopover;
    return (beginsHere && extents ? this.#offsetInto(extents, above ?? this.#around) : null) ?? above;
  }

  /** Of several popups of that size, the nearest to the element's uncorrected position. */
  #offsetInto(extents: Rect, without: Offset): Offset | null {
    const { scale = 1 } = this.#around;
    const found = this.#popups.map((popup) => offsetInto(extents, popup, scale)).filter((each) => each !== null);
    const away = ({ x, y }: Offset) => Math.abs(x - without.x) + Math.abs(y - without.y);
    return found.sort((a, b) => away(a) - away(b))[0] ?? null;
  }
}

/** Null if an element of these extents is no such popup. */
function offsetInto({ x, y, width, height }: Rect, popup: Rect, scale: number): Offset | null {
  const at = (left: number, top: number): Offset => {
    return { x: popup.x + left * scale, y: popup.y + top * scale, ...(scale > 1 && { scale }) };
  };
  const [across, down] = [popup.width / scale, popup.height / scale];
  const padding = down - height;
  if (width === across && padding >= 0 && padding <= maxPadding) return at(-x, padding - y);
  return width + 2 * x === across && height + 2 * y === down ? at(0, 0) : null;
}
