import type { Accessibles } from './accessibles.ts';
import { orElse } from './or-else.ts';
import { noOffset, type Offset } from './place.ts';
import type { Ref } from './ref.ts';
import { roleNumber } from './roles.ts';

const rootPane = roleNumber('root pane');
/** In LibreOffice 7.4 it is the third below the frame. */
const maxDepth = 5;
const maxPerLevel = 100;

/** Trees of real apps are less deep; a cycle is deeper. */
const maxHeight = 64;

/**
 * What an app draws itself inside the window of a toolkit (LibreOffice in GTK 3): a root, all that hangs below it, and
 * in there widgets of the toolkit again, whose contents are no part of it any more.
 */
export class DrawnParts {
  readonly #offset: Offset;
  readonly #accessibles: Accessibles;
  /** By path. A walk asks for the parents first, so that each element costs two questions. */
  readonly #known = new Map<string, Promise<boolean>>();

  private constructor(accessibles: Accessibles, offset: Offset) {
    this.#accessibles = accessibles;
    this.#offset = offset;
  }

  static async of(accessibles: Accessibles, frame: Ref, signal: AbortSignal): Promise<DrawnParts> {
    return new DrawnParts(accessibles, await findOffset(accessibles, frame, signal));
  }

  /** What to add to the extents of what is drawn; null for everything else. @throws DBusFailure where it is gone */
  async offsetOf(ref: Ref, signal: AbortSignal): Promise<Offset | null> {
    return (await this.#has(ref, signal, 0)) ? this.#offset : null;
  }

  #has(ref: Ref, signal: AbortSignal, height: number): Promise<boolean> {
    const known = this.#known.get(ref.path);
    if (known) return known;
    const asked = this.#ask(ref, signal, height);
    this.#known.set(ref.path, asked);
    asked.catch(() => this.#known.delete(ref.path));
    return asked;
  }

  async #ask(ref: Ref, signal: AbortSignal, height: number): Promise<boolean> {
    const [attributes, role] = await Promise.all([
      this.#accessibles.attributes(ref, signal),
      this.#accessibles.role(ref, signal),
    ]);
    // GTK 3 puts its name on all its own widgets.
    if (attributes.get('toolkit') === 'gtk') return false;
    if (role === rootPane) return true;
    const parent = await this.#accessibles.parent(ref, signal);
    return parent !== null && height < maxHeight && this.#has(parent, signal, height + 1);
  }
}

/** The root says another place than the widget that holds it; everything drawn in it counts from there. */
async function findOffset(accessibles: Accessibles, frame: Ref, signal: AbortSignal): Promise<Offset> {
  let level: readonly Ref[] = [frame];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const below = await Promise.all(level.map((parent) => childrenWithRoles(accessibles, parent, signal)));
    for (const [i, parent] of level.entries()) {
      const root = below[i]?.find((child) => child.role === rootPane);
      if (root) return difference(accessibles, parent, root.ref, signal);
    }
    level = below.flatMap((children) => children.map((child) => child.ref)).slice(0, maxPerLevel);
  }
  return noOffset;
}

async function childrenWithRoles(accessibles: Accessibles, parent: Ref, signal: AbortSignal) {
  const count = await orElse(accessibles.childCount(parent, signal), 0);
  if (count <= 0 || count > maxPerLevel) return [];
  const refs = await orElse(accessibles.children(parent, signal), []);
  return Promise.all(refs.map(async (ref) => ({ ref, role: await orElse(accessibles.role(ref, signal), 0) })));
}

async function difference(accessibles: Accessibles, holder: Ref, root: Ref, signal: AbortSignal): Promise<Offset> {
  const [holds, says] = await Promise.all([accessibles.extents(holder, signal), accessibles.extents(root, signal)]);
  return { x: holds.x - says.x, y: holds.y - says.y };
}
