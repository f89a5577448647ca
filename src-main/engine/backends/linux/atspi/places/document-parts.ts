import type { Accessibles } from '../bus/accessibles.ts';
import { maxDepth } from '../limits.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleSet } from '../vocabulary/roles.ts';
import { remembering } from './remembering.ts';
import type { Known, Offset, Parts } from './offset.ts';

const documents = roleSet('document web', 'document frame');

/**
 * Chromium on a scaled output: pages count in physical pixels, everything around them in logical ones, from the same
 * origin; on X11 that of the screen. The ratio follows from the widths of the page and its container. Measured with 156 at scales 1.25 and 2. In Qt
 * WebEngine, a page's own origin is in logical pixels, and its content is relative to that (5.15 at scale 2).
 */
export class DocumentParts implements Parts {
  readonly #accessibles: Accessibles;
  readonly #frame: Ref;
  readonly #around: Offset;
  readonly #fromCorner: boolean;
  readonly #page: Offset | null;
  readonly #offset = remembering((...about) => this.#ask(...about));

  /**
   * @param around the origin of the frame and of everything outside pages
   * @param fromCorner whether page content is relative to the page rather than to the window
   * @param page the origin of pages, if it is known
   */
  constructor(
    accessibles: Accessibles,
    frame: Ref,
    around: Offset,
    { fromCorner = false, page = null }: { readonly fromCorner?: boolean; readonly page?: Offset | null } = {},
  ) {
    this.#fromCorner = fromCorner;
    this.#page = page;
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#around = around;
  }

  /** The offset of page content; null for any other element. @throws DBusFailure if it is gone */
  offsetOf(ref: Ref, signal: AbortSignal, known: Known = {}): Promise<Offset | null> {
    return this.#offset(ref, signal, 0, known);
  }

  async #ask(ref: Ref, signal: AbortSignal, height: number, known: Known): Promise<Offset | null> {
    if (sameRef(ref, this.#frame) || height > maxDepth) return null;
    const [role, parent] = await Promise.all([
      known.role ?? this.#accessibles.role(ref, signal),
      known.parent ?? this.#accessibles.parent(ref, signal),
    ]);
    const above = parent && (await this.#offset(parent, signal, height + 1));
    if (above || !parent || !documents.has(role)) return above;
    if (this.#page) return this.#page;
    const [page, holder] = await Promise.all([
      this.#accessibles.extents(ref, signal),
      this.#accessibles.extents(parent, signal),
    ]);
    const { x, y, scale = 1 } = this.#around;
    if (holder.width <= 0 || page.width <= 0) return this.#around;
    const own = (scale * holder.width) / page.width;
    const corner = this.#fromCorner ? page : { x: 0, y: 0 };
    return { x: x + Math.round(corner.x * (scale - own)), y: y + Math.round(corner.y * (scale - own)), scale: own };
  }
}
