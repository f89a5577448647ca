import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { maxDepth } from '../limits.ts';
import { formatRef, type Ref } from '../vocabulary/ref.ts';
import { roleNumber, roleSet } from '../vocabulary/roles.ts';
import { remembering } from './remembering.ts';
import { noOffset, type Known, type Offset, type Parts } from './offset.ts';

const rootPane = roleNumber('root pane');
/** In LibreOffice 7.4, the third level below the frame. */
const maxRootDepth = 5;
const maxPerLevel = 100;

/** Elements drawn by whoever draws their container: most of a window. */
const likeHolder = roleSet('table cell', 'menu item', 'check menu item', 'radio menu item');

/**
 * Content that an app draws itself inside a toolkit window (LibreOffice in GTK 3): a root and its descendants, which may
 * contain toolkit widgets again, whose contents are excluded.
 */
export class DrawnParts implements Parts {
  readonly #accessibles: Accessibles;
  readonly #frame: Ref;
  readonly #held: Held | null;
  readonly #offset: Offset;
  readonly #has = remembering((...about) => this.#ask(...about));
  /** Holders that were asked, and whether the app draws them. */
  readonly #holders = new Map<string, boolean>();

  private constructor(accessibles: Accessibles, frame: Ref, held: Held | null, offset: Offset) {
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#held = held;
    this.#offset = { ...offset, drawn: true };
  }

  static async of(accessibles: Accessibles, frame: Ref, signal: AbortSignal): Promise<DrawnParts> {
    const held = await findRoot(accessibles, frame, signal);
    return new DrawnParts(accessibles, frame, held, await offsetOf(accessibles, held, signal));
  }

  /** LibreOffice corrects its root's reported position on the first press, without moving anything. */
  async holds(signal: AbortSignal): Promise<boolean> {
    const held = this.#held ?? (await findRoot(this.#accessibles, this.#frame, signal));
    const { x, y } = await offsetOf(this.#accessibles, held, signal);
    return x === this.#offset.x && y === this.#offset.y;
  }

  /** The offset of app-drawn content; null for any other element. @throws DBusFailure if it is gone */
  offsetOf(ref: Ref, signal: AbortSignal, known: Known = {}): Offset | null | Promise<Offset | null> {
    const isLikeHolder = known.role !== undefined && likeHolder.has(known.role);
    if (!isLikeHolder) return this.#has(ref, signal, 0, known).then((has) => (has ? this.#offset : null));
    const has = known.parent ? this.#holders.get(formatRef(known.parent)) : undefined;
    if (has !== undefined) return has ? this.#offset : null;
    return this.#offsetOfHolder(ref, signal, known.parent);
  }

  async #offsetOfHolder(ref: Ref, signal: AbortSignal, known: Ref | null | undefined): Promise<Offset | null> {
    const holder = known ?? (await this.#accessibles.parent(ref, signal));
    const has = await (holder ? this.#has(holder, signal) : this.#has(ref, signal));
    if (holder) this.#holders.set(formatRef(holder), has);
    return has ? this.#offset : null;
  }

  async #ask(ref: Ref, signal: AbortSignal, height: number, known: Known): Promise<boolean> {
    const [attributes, role] = await Promise.all([
      known.attributes ?? this.#accessibles.attributes(ref, signal),
      known.role ?? this.#accessibles.role(ref, signal),
    ]);
    // GTK 3 puts its toolkit name on all its own widgets.
    if (attributes.get('toolkit') === 'gtk') return false;
    if (role === rootPane) return true;
    const parent = known.parent ?? (await this.#accessibles.parent(ref, signal));
    return parent !== null && height < maxDepth && this.#has(parent, signal, height + 1);
  }
}

/** An app-drawn root and the widget that contains it. */
interface Held {
  readonly holder: Ref;
  readonly root: Ref;
}

async function findRoot(accessibles: Accessibles, frame: Ref, signal: AbortSignal): Promise<Held | null> {
  let level: readonly Ref[] = [frame];
  for (let depth = 0; depth < maxRootDepth && level.length > 0; depth++) {
    const below = await Promise.all(level.map((parent) => childrenWithRoles(accessibles, parent, signal)));
    for (const [i, holder] of level.entries()) {
      const root = below[i]?.find((child) => child.role === rootPane);
      if (root) return { holder, root: root.ref };
    }
    level = below.flatMap((children) => children.map((child) => child.ref)).slice(0, maxPerLevel);
  }
  return null;
}

async function childrenWithRoles(accessibles: Accessibles, parent: Ref, signal: AbortSignal) {
  const count = await orElse(accessibles.childCount(parent, signal), 0);
  if (count <= 0 || count > maxPerLevel) return [];
  const refs = await orElse(accessibles.children(parent, signal), []);
  return Promise.all(refs.map(async (ref) => ({ ref, role: await orElse(accessibles.role(ref, signal), 0) })));
}

/** The root reports another position than the widget that contains it; all app-drawn content is relative to the root. */
async function offsetOf(accessibles: Accessibles, held: Held | null, signal: AbortSignal): Promise<Offset> {
  if (!held) return noOffset;
  const [holds, rootPlace] = await Promise.all([
    accessibles.extents(held.holder, signal),
    accessibles.extents(held.root, signal),
  ]);
  return { x: holds.x - rootPlace.x, y: holds.y - rootPlace.y };
}
