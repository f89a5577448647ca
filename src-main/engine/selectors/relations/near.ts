import type { ControlType } from '#contract/model/elements/element';
import { isEmpty, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../backend.ts';
import { descend } from '../../tree/walk.ts';
import { addTo, indexOf, type TreeIndex } from '../tree-index.ts';
import { isControl, isHeading } from './item.ts';
import { encloses, gapX, gapY, onOneLine } from './lines.ts';
import { firstWordsIn, plainLabel, wordsOf } from './words.ts';

/** In heights of the text: maximum distances above and below. A text names elements below it. */
const farthest = { above: 3, below: 8 } as const;

export interface Near {
  readonly nodes: readonly RawNode[];
  /** One of several was chosen only because it is the nearest. */
  readonly byPlace: boolean;
}

/**
 * For each element with this text, the one of `nodes` that it names or is nearest to: first in the section under that heading or
 * the container that begins with it; then on the same line; then below or above, in the smallest common container first. Nested
 * elements are not neighbours.
 */
export function nearTo(root: RawNode, nodes: readonly RawNode[], text: string): Near {
  const tree = treeOf(root);
  const anchors = tree.anchors.get(plainLabel(text)) ?? [];
  const named = anchors.map((anchor) => namedBy(tree, anchor, nodes));
  const found = new Set(named.flatMap((each) => each.nodes));
  const byPlace = named.some((each) => each.byPlace);
  return { nodes: nodes.filter((node) => found.has(node)), byPlace };
}

/** Tables over a tree, built once for all its searches. */
interface Tree {
  readonly root: RawNode;
  readonly index: TreeIndex;
  /** Visible elements by their text. */
  readonly anchors: ReadonlyMap<string, readonly RawNode[]>;
  /** All of `anchors`, by type. */
  readonly anchorsOfType: ReadonlyMap<ControlType, readonly RawNode[]>;
  /** Positions of the headings, in tree order. */
  readonly headings: readonly number[];
}

const known = new WeakMap<RawNode, Tree>();

function treeOf(root: RawNode): Tree {
  let tree = known.get(root);
  if (!tree) known.set(root, (tree = readTree(root)));
  return tree;
}

function readTree(root: RawNode): Tree {
  const index = indexOf(root);
  const anchors = new Map<string, RawNode[]>();
  const anchorsOfType = new Map<ControlType, RawNode[]>();
  const headings: number[] = [];
  for (const node of descend(root)) {
    if (isHeading(node)) headings.push(index.positionOf(node));
    const words = placeOf(node) ? plainLabel(wordsOf(node)) : '';
    if (words === '') continue;
    addTo(anchors, words, node);
    addTo(anchorsOfType, node.controlType, node);
  }
  return { root, index, anchors, anchorsOfType, headings };
}

function namedBy(tree: Tree, anchor: RawNode, nodes: readonly RawNode[]): Near {
  const section = inSection(tree, anchor, nodes);
  if (section.length === 1) return { nodes: section, byPlace: false };
  if (section.length > 1) return nearestTo(tree, anchor, section);
  const { container, inside } = smallestAround(tree, anchor, nodes);
  const isTitle = container !== tree.root && firstWordsIn(container) === wordsOf(anchor);
  if (isTitle && inside.length === 1)
    return { nodes: inside, byPlace: nodes.length > 1 && !isOneOfMany(tree, container, nodes) };
  const near = nearestTo(tree, anchor, inside);
  return near.nodes.length > 0 ? near : nearestTo(tree, anchor, nodes);
}

/** Whether other elements have similar containers around them: cards, each with its own title. */
function isOneOfMany({ index }: Tree, { controlType, role }: RawNode, nodes: readonly RawNode[]): boolean {
  const around = new Set<RawNode>();
  for (const node of nodes)
    for (let each = index.parentOf(node); each; each = index.parentOf(each))
      if (each.controlType === controlType && each.role === role) around.add(each);
  return around.size > 1;
}

/** The elements between a heading and the next one. */
function inSection({ index, headings }: Tree, anchor: RawNode, nodes: readonly RawNode[]): RawNode[] {
  const parent = index.parentOf(anchor);
  const heading = isHeading(anchor) ? anchor : parent && isHeading(parent) ? parent : null;
  const start = heading ? index.positionOf(heading) : null;
  if (start === null) return [];
  const end = headings.find((position) => position > start) ?? Infinity;
  return nodes.filter((node) => {
    const position = index.positionOf(node);
    return position > start && position < end;
  });
}

function smallestAround({ root, index }: Tree, anchor: RawNode, nodes: readonly RawNode[]) {
  const wanted = nodes.filter((node) => node !== anchor);
  for (let container = index.parentOf(anchor); container; container = index.parentOf(container)) {
    const outer = container;
    const inside = index.within(outer, wanted).filter((node) => node !== outer);
    if (inside.length > 0) return { container, inside };
  }
  return { container: root, inside: wanted };
}

function nearestTo(tree: Tree, anchor: RawNode, nodes: readonly RawNode[]): Near {
  const at = placeOf(anchor);
  if (!at) return { nodes: [], byPlace: false };
  const far = nodes.map((node) => ({ node, distance: distanceOf(at, placeOf(node)) }));
  const least = Math.min(...far.map(({ distance }) => distance));
  const nearest = least === Infinity ? [] : far.filter(({ distance }) => distance === least).map(({ node }) => node);
  return { nodes: nearest, byPlace: nearest.some((node) => !isRow(tree, anchor, node, nodes)) };
}

/** Maximum misalignment of list lines, in pixels. */
const offLine = 2;

/**
 * Whether a text names its neighbour as in a list: other such elements have texts at the same relative position. Other
 * neighbours may change.
 */
function isRow({ anchorsOfType }: Tree, anchor: RawNode, node: RawNode, nodes: readonly RawNode[]): boolean {
  if (nodes.length < 2) return true;
  if (isControl(anchor)) return false;
  const away = offset(anchor, node);
  const others = (anchorsOfType.get(anchor.controlType) ?? []).filter((text) => wordsOf(text) !== wordsOf(anchor));
  return nodes.some((twin) => twin !== node && others.some((text) => isSame(offset(text, twin), away)));
}

interface Offset {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

function offset({ bounds: text }: RawNode, { bounds: at }: RawNode): Offset | null {
  if (!text || !at) return null;
  return {
    left: text.x - at.x,
    right: text.x + text.width - at.x,
    middle: text.y + text.height / 2 - at.y - at.height / 2,
  };
}

function isSame(one: Offset | null, other: Offset | null): boolean {
  if (!one || !other || Math.abs(one.middle - other.middle) > offLine) return false;
  return Math.abs(one.left - other.left) <= offLine || Math.abs(one.right - other.right) <= offLine;
}

/** Distance of a neighbour, in pixels: elements below or above come after all beside. */
function distanceOf(anchor: Rect, at: Rect | null): number {
  if (!at || encloses(at, anchor) || encloses(anchor, at)) return Infinity;
  if (onOneLine(anchor, at)) return gapX(anchor, at);
  const reach = (at.y > anchor.y ? farthest.below : farthest.above) * anchor.height;
  const isOver = gapX(anchor, at) === 0 && gapY(anchor, at) <= reach;
  return isOver ? 1_000_000 + gapY(anchor, at) : Infinity;
}

function placeOf({ bounds, states }: RawNode): Rect | null {
  return bounds && !isEmpty(bounds) && states.includes('visible') ? bounds : null;
}
