import type { RawNode } from '../../../../backend.ts';
import { intersect, type Rect } from '#contract/model/geometry';
import type { Changes, Dirtiness } from './change-events.ts';

/** Questions that a row takes by itself: role, states, properties, place, and now and then a value or a label. */
const questionsOfRow = 5;
/** Up to this many rows are always read one by one. */
const alwaysRows = 20;
/** Where what is dirty takes more than this part of the questions of a whole reading, everything is read. */
const worthIt = 0.8;

export interface DirtyHints extends Changes {
  /** Screen pixels that were painted. */
  readonly areas: readonly Rect[];
}

export interface Placed {
  readonly node: RawNode;
  /** Null for the root. */
  readonly parent: RawNode | null;
  /** It is below an element that holds something else now, where everything may have moved. */
  readonly mayMove: boolean;
}

/** What of a tree may have changed. */
export interface DirtyNodes {
  /** All of their rows. */
  readonly rows: readonly Placed[];
  /** Their places alone. */
  readonly places: readonly RawNode[];
  /** What they hold; their rows are among the others. */
  readonly parts: readonly RawNode[];
  /** Runtime ids of what became visible and is not in the tree. */
  readonly unknown: readonly string[];
}

/**
 * What may have changed, or null if that is too much.
 * @param bus that of all nodes; their runtime ids begin with it
 * @param cost questions that the whole reading took
 */
export function findDirtyNodes(root: RawNode, bus: string, dirty: DirtyHints, cost: number): DirtyNodes | null {
  const { areas, dirty: announced, anything } = dirty;
  if (anything) return null;
  if (areas.length === 0 && announced.size === 0) return { rows: [], places: [], parts: [], unknown: [] };
  const search = new Search(bus, dirty);
  search.look({ node: root, parent: null, mayMove: false }, false);
  const { rows, places, parts, known } = search;
  const questions = rows.length * questionsOfRow + places.length;
  if (questions > Math.max(alwaysRows * questionsOfRow, cost * worthIt)) return null;
  // What is not in the tree may hold whatever it wants.
  const unknown = [...announced].filter(([path, dirtiness]) => dirtiness === 'visibility' && !known.has(path));
  return { rows, places, parts, unknown: unknown.map(([path]) => bus + path) };
}

class Search {
  readonly rows: Placed[] = [];
  readonly places: RawNode[] = [];
  readonly parts: RawNode[] = [];
  /** Paths that were announced and are in the tree. */
  readonly known = new Set<string>();
  readonly #dirty: DirtyHints;
  readonly #prefix: number;

  constructor(bus: string, dirty: DirtyHints) {
    this.#dirty = dirty;
    this.#prefix = bus.length;
  }

  /**
   * What has no place may have been given one where its parent was painted; below it nothing shows before it does. A value that
   * nobody sees may follow one that is seen, as GTK 4's sliders do, which announce neither.
   */
  look(placed: Placed, parentPainted: boolean): void {
    const { node, mayMove } = placed;
    const painted = node.bounds ? this.#isPainted(node.bounds) : parentPainted || node.value !== null;
    const announced = this.#announced(node);
    if (painted || announced) this.rows.push(placed);
    else if (mayMove && node.bounds) this.places.push(node);
    const isPart = announced === 'shape';
    if (isPart) this.parts.push(node);
    const shows = painted && node.bounds !== null;
    for (const child of node.children ?? [])
      this.look({ node: child, parent: node, mayMove: mayMove || isPart }, shows);
  }

  #isPainted(bounds: Rect): boolean {
    return this.#dirty.areas.some((area) => intersect(area, bounds));
  }

  #announced({ runtimeId }: RawNode): Dirtiness | null {
    const { dirty } = this.#dirty;
    if (dirty.size === 0) return null;
    const path = runtimeId.slice(this.#prefix);
    const dirtiness = dirty.get(path) ?? null;
    if (dirtiness) this.known.add(path);
    return dirtiness;
  }
}
