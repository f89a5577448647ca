import type { RawNode } from '../../../../backend.ts';
import { intersect, type Rect } from '#contract/model/geometry';
import type { Changes } from './change-events.ts';

/**
 * With more than this part of all rows dirty, reading everything takes no longer: a row by itself takes twice the
 * calls that it takes in a walk (measured with GTK 3 and Chromium).
 */
const maxPart = 0.4;
const alwaysRows = 20;
const maxRows = 500;

export interface DirtyHints extends Changes {
  /** Screen pixels that were painted. */
  readonly areas: readonly Rect[];
}

export interface Placed {
  readonly node: RawNode;
  /** Null for the root. */
  readonly parent: RawNode | null;
}

/**
 * The nodes whose rows may be otherwise now, or null where too many are, or where elements may have come or gone.
 * @param bus that of all nodes; their runtime ids begin with it
 */
export function findDirtyNodes(root: RawNode, bus: string, dirty: DirtyHints): readonly Placed[] | null {
  const { areas, dirty: announced, anything } = dirty;
  if (anything || [...announced.values()].includes('shape')) return null;
  if (areas.length === 0 && announced.size === 0) return [];
  const search = new Search(bus, dirty);
  search.look({ node: root, parent: null }, false);
  // What came into sight and is not in the tree is new.
  for (const [path, dirtiness] of announced) if (dirtiness === 'visibility' && !search.known.has(path)) return null;
  return search.found.length > Math.min(maxRows, Math.max(alwaysRows, search.all * maxPart)) ? null : search.found;
}

class Search {
  readonly found: Placed[] = [];
  /** Paths that were announced and are in the tree. */
  readonly known = new Set<string>();
  all = 0;
  readonly #dirty: DirtyHints;
  readonly #prefix: number;

  constructor(bus: string, dirty: DirtyHints) {
    this.#dirty = dirty;
    this.#prefix = bus.length;
  }

  /**
   * What has no place may have been given one where its parent was painted; below it nothing shows before it does.
   * A value that no one sees may follow one that is seen, as GTK 4's sliders do, which announce neither.
   */
  look(placed: Placed, parentPainted: boolean): void {
    this.all++;
    const { node } = placed;
    const painted = node.bounds ? this.#isPainted(node.bounds) : parentPainted || node.value !== null;
    const announced = this.#isAnnounced(node);
    if (painted || announced) this.found.push(placed);
    const shows = painted && node.bounds !== null;
    for (const child of node.children ?? []) this.look({ node: child, parent: node }, shows);
  }

  #isPainted(bounds: Rect): boolean {
    return this.#dirty.areas.some((area) => intersect(area, bounds));
  }

  #isAnnounced({ runtimeId }: RawNode): boolean {
    const { dirty } = this.#dirty;
    if (dirty.size === 0) return false;
    const path = runtimeId.slice(this.#prefix);
    if (!dirty.has(path)) return false;
    this.known.add(path);
    return true;
  }
}
