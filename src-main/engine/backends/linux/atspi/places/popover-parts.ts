import type { Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { maxDepth } from '../limits.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { remembering } from './remembering.ts';
import { saysPopup } from './surface-popups.ts';
import type { Offset, Parts } from './offset.ts';

/** The list of a drop-down begins at most this far below the top of its window; in app units. */
const maxPadding = 12;

/**
 * Open popovers and tool tips of GTK 4, each an X window of its own. Extents in a popover are relative to its parent's origin,
 * those in a tool tip to its own window. Elements are matched to windows by size: a popover is as large as its window except
 * for padding at the top, and a tool tip has an equal border on all sides (measured with 4.8 and 4.18). The popover of a
 * submenu is inside that of its menu.
 */
export class PopoverParts implements Parts {
  readonly #accessibles: Accessibles;
  readonly #frame: Ref;
  readonly #popups: readonly Rect[];
  readonly #around: Offset;
  readonly #offset = remembering((ref, signal, height) => this.#ask(ref, signal, height));

  /**
   * @param popups the open pop-ups, in screen pixels
   * @param around the frame's origin
   */
  constructor(accessibles: Accessibles, frame: Ref, popups: readonly Rect[], around: Offset) {
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#popups = popups;
    this.#around = around;
  }

  /** The offset of an element in a popup; null outside popups. @throws DBusFailure if it is gone */
  offsetOf(ref: Ref, signal: AbortSignal): Promise<Offset | null> {
    return this.#offset(ref, signal);
  }

  async #ask(ref: Ref, signal: AbortSignal, height: number): Promise<Offset | null> {
    if (sameRef(ref, this.#frame) || height > maxDepth) return null;
    const [extents, isPopover, parent] = await Promise.all([
      // A page of a stack has no extents.
      orElse(this.#accessibles.extents(ref, signal), null),
      saysPopup(this.#accessibles, ref, signal),
      this.#accessibles.parent(ref, signal),
    ]);
    const above = parent && (await this.#offset(parent, signal, height + 1));
    const beginsHere = above === null || isPopover;
    return (beginsHere && extents ? this.#offsetInto(extents, above ?? this.#around) : null) ?? above;
  }

  /** Of several popups of that size, the one nearest to the element's uncorrected position. */
  #offsetInto(extents: Rect, without: Offset): Offset | null {
    const { scale = 1 } = this.#around;
    const found = this.#popups.map((popup) => offsetInto(extents, popup, scale)).filter((each) => each !== null);
    const away = ({ x, y }: Offset) => Math.abs(x - without.x) + Math.abs(y - without.y);
    return found.sort((a, b) => away(a) - away(b))[0] ?? null;
  }
}

/** Null if an element with these extents is no popup. */
function offsetInto({ x, y, width, height }: Rect, popup: Rect, scale: number): Offset | null {
  const at = (left: number, top: number): Offset => {
    return { x: popup.x + left * scale, y: popup.y + top * scale, ...(scale > 1 && { scale }) };
  };
  const [across, down] = [popup.width / scale, popup.height / scale];
  const padding = down - height;
  if (width === across && padding >= 0 && padding <= maxPadding) return at(-x, padding - y);
  return width + 2 * x === across && height + 2 * y === down ? at(0, 0) : null;
}
