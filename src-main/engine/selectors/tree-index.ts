import type { ControlType } from '#contract/model/elements/element';
import type { RawNode } from '../backend.ts';

/** Tables over an immutable tree, for callers that search it many times. All lists are in tree order. */
export interface TreeIndex {
  /** Null for the root, and for a node of another tree. */
  parentOf(node: RawNode): RawNode | null;
  /** 0-based position in tree order; -1 for a node of another tree. */
  positionOf(node: RawNode): number;
  /** The nodes inside `container`, itself included, in tree order. */
  within(container: RawNode, nodes: readonly RawNode[]): readonly RawNode[];
  /** Whether `container` is or contains one of the nodes, which are in tree order. */
  holdsAny(container: RawNode, nodes: readonly RawNode[]): boolean;
  withType(type: ControlType): readonly RawNode[];
  withName(name: string): readonly RawNode[];
  withId(id: string): readonly RawNode[];
}

const none: readonly RawNode[] = [];
const indexes = new WeakMap<RawNode, TreeIndex>();

/** The index of a tree, built on first use. */
export function indexOf(root: RawNode): TreeIndex {
  let index = indexes.get(root);
  if (!index) indexes.set(root, (index = readIndex(root)));
  return index;
}

/** The index of a tree if {@link indexOf} has built one; a single search is cheaper without. */
export function knownIndexOf(root: RawNode): TreeIndex | null {
  return indexes.get(root) ?? null;
}

interface Span {
  readonly start: number;
  /** Position of the last descendant. */
  end: number;
  readonly parent: RawNode | null;
}

function readIndex(root: RawNode): TreeIndex {
  const spans = new Map<RawNode, Span>();
  const read = (node: RawNode, parent: RawNode | null) => {
    const span = { start: spans.size, end: spans.size, parent };
    spans.set(node, span);
    for (const child of node.children ?? []) read(child, node);
    span.end = spans.size - 1;
  };
  read(root, null);

  const table = <K>(keyOf: (node: RawNode) => K) => {
    let nodes: Map<K, RawNode[]> | null = null;
    return (key: K) => {
      if (!nodes) {
        nodes = new Map();
        for (const node of spans.keys()) addTo(nodes, keyOf(node), node);
      }
      return nodes.get(key) ?? none;
    };
  };
  const positionOf = (node: RawNode) => spans.get(node)?.start ?? -1;
  /** Index of the first node at or after that position. */
  const firstFrom = (nodes: readonly RawNode[], position: number) => {
    let low = 0;
    let high = nodes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const node = nodes[middle];
      if (node && positionOf(node) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const rangeIn = (container: RawNode, nodes: readonly RawNode[]) => {
    const { start, end } = spans.get(container) ?? { start: 0, end: -1 };
    return [firstFrom(nodes, start), firstFrom(nodes, end + 1)] as const;
  };
  return {
    parentOf: (node) => spans.get(node)?.parent ?? null,
    positionOf,
    within: (container, nodes) => nodes.slice(...rangeIn(container, nodes)),
    holdsAny(container, nodes) {
      const [first, end] = rangeIn(container, nodes);
      return first < end;
    },
    withType: table(({ controlType }) => controlType),
    withName: table(({ name }) => name),
    withId: table(({ automationId }) => automationId),
  };
}

/** Adds to the list under a key. */
export function addTo<K>(table: Map<K, RawNode[]>, key: K, node: RawNode): void {
  const known = table.get(key);
  if (known) known.push(node);
  else table.set(key, [node]);
}
