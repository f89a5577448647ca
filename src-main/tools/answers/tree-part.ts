/** A node and its position in a tree. */
export interface TreeEntry<N> {
  readonly node: N;
  readonly depth: number;
  /** The entry of its parent; null for the root. */
  readonly inside: TreeEntry<N> | null;
}

/** Every node of a tree, in tree order. */
export function* placesIn<N extends { readonly children?: readonly N[] }>(
  node: N,
  inside: TreeEntry<N> | null = null,
): Generator<TreeEntry<N>> {
  const place = { node, depth: inside ? inside.depth + 1 : 0, inside };
  yield place;
  for (const child of node.children ?? []) yield* placesIn(child, place);
}

/** The ancestors of a node, from the root down. */
export function around<N>({ inside }: TreeEntry<N>): readonly TreeEntry<N>[] {
  return inside ? [...around(inside), inside] : [];
}

/**
 * Rows in tree order, nested below their parents.
 * @param join combines a row and its children
 * @returns the rows without a parent: the root
 */
export function nestRows<N, Row, Out>(
  rows: readonly Row[],
  placeOf: (row: Row) => TreeEntry<N>,
  join: (row: Row, children: readonly Out[]) => Out,
): readonly Out[] {
  const below = new Map<TreeEntry<N> | null, Out[]>();
  for (const row of [...rows].reverse()) {
    const place = placeOf(row);
    const siblings = below.get(place.inside) ?? [];
    siblings.unshift(join(row, below.get(place) ?? []));
    below.set(place.inside, siblings);
  }
  return below.get(null) ?? [];
}
