import type { RawNode } from '../../../../backend.ts';
import { intersect, type Rect } from '#contract/model/geometry';
import type { Changes, Dirtiness } from './change-events.ts';

/** Queries per row: role, states, properties, bounds, and sometimes a value or label. */
const questionsOfRow = 5;
/** Up to this number, rows are always read one by one. */
const alwaysRows = 20;
/** Above this share of the cost of a full read, everything is read. */
const worthIt = 0.8;

export interface DirtyHints extends Changes {
  /** Painted screen pixels. */
  readonly areas: readonly Rect[];
}

export interface Placed {
  readonly node: RawNode;
  /** Null for the root. */
  readonly parent: RawNode | null;
  /** The node is below an element with changed children, where everything may have moved. */
  readonly mayMove: boolean;
}

/** The dirty nodes of a tree. */
export interface DirtyNodes {
  /** Nodes whose whole row is dirty. */
  readonly rows: readonly Placed[];
  /** Nodes of which only the bounds are dirty. */
  readonly places: readonly RawNode[];
  /** Nodes with changed children; their rows are among the others. */
  readonly parts: readonly RawNode[];
  /** Runtime ids of visible elements that are not in the tree. */
  readonly unknown: readonly string[];
}

/**
 * The dirty nodes, or null if there are too many.
 * @param bus bus name of all nodes; their runtime ids begin with it
 * @param cost queries of the full read
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
  // Elements outside the tree may have any children.
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
   * A node without bounds may have received some if its parent was repainted; none of its descendants are visible before. An
   * off-screen value may follow a visible one, as with GTK 4's sliders, which announce neither.
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
