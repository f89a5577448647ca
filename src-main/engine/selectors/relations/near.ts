import { isEmpty, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../backend.ts';
import { descend } from '../../tree/walk.ts';
import { isHeading } from './item.ts';
import { encloses, gapX, gapY, onOneLine } from './lines.ts';
import { firstWordsIn, plainLabel, wordsOf } from './words.ts';

/** In heights of the text: what is further above or below is no neighbour. What a text names is below it. */
const farthest = { above: 3, below: 8 } as const;

/**
 * Of `nodes`, the one that each element of the tree that reads so names, or is nearest to: the one in the section under that
 * heading or in the container that begins with it; else on the same line, else below or above it, inside the smallest
 * container around it before others. What lies in one another is not beside it.
 */
export function nearTo(root: RawNode, nodes: readonly RawNode[], text: string): readonly RawNode[] {
  const tree = treeOf(root);
  const anchors = tree.anchors.get(plainLabel(text)) ?? [];
  const found = new Set(anchors.flatMap((anchor) => namedBy(tree, anchor, nodes)));
  return nodes.filter((node) => found.has(node));
}

/** A tree, read once for all that is sought in it. */
interface Tree {
  readonly root: RawNode;
  /** What shows in the window, by what it is called. */
  readonly anchors: ReadonlyMap<string, readonly RawNode[]>;
  readonly parents: ReadonlyMap<RawNode, RawNode>;
  /** In tree order. */
  readonly numbers: ReadonlyMap<RawNode, number>;
  /** Numbers of the headings, in tree order. */
  readonly headings: readonly number[];
}

const known = new WeakMap<RawNode, Tree>();

function treeOf(root: RawNode): Tree {
  let tree = known.get(root);
  if (!tree) known.set(root, (tree = readTree(root)));
  return tree;
}

function readTree(root: RawNode): Tree {
  const anchors = new Map<string, RawNode[]>();
  const parents = new Map<RawNode, RawNode>();
  const numbers = new Map<RawNode, number>();
  const headings: number[] = [];
  for (const node of descend(root)) {
    if (isHeading(node)) headings.push(numbers.size);
    numbers.set(node, numbers.size);
    for (const child of node.children ?? []) parents.set(child, node);
    const words = placeOf(node) ? plainLabel(wordsOf(node)) : '';
    const alike = anchors.get(words);
    if (alike) alike.push(node);
    else if (words !== '') anchors.set(words, [node]);
  }
  return { root, anchors, parents, numbers, headings };
}

function namedBy(tree: Tree, anchor: RawNode, nodes: readonly RawNode[]): readonly RawNode[] {
  const section = inSection(tree, anchor, nodes);
  if (section.length === 1) return section;
  if (section.length > 1) return nearestTo(anchor, section);
  const { container, inside } = smallestAround(tree, anchor, nodes);
  const isTitle = container !== tree.root && firstWordsIn(container) === wordsOf(anchor);
  if (isTitle && inside.length === 1) return inside;
  const near = nearestTo(anchor, inside);
  return near.length > 0 ? near : nearestTo(anchor, nodes);
}

/** Those between a heading and the next one. */
function inSection({ parents, numbers, headings }: Tree, anchor: RawNode, nodes: readonly RawNode[]): RawNode[] {
  const parent = parents.get(anchor);
  const heading = isHeading(anchor) ? anchor : parent && isHeading(parent) ? parent : null;
  const start = heading ? (numbers.get(heading) ?? 0) : null;
  if (start === null) return [];
  const end = headings.find((number) => number > start) ?? Infinity;
  return nodes.filter((node) => {
    const number = numbers.get(node) ?? 0;
    return number > start && number < end;
  });
}

function smallestAround({ root, parents }: Tree, anchor: RawNode, nodes: readonly RawNode[]) {
  const wanted = new Set(nodes.filter((node) => node !== anchor));
  for (let container = parents.get(anchor); container; container = parents.get(container)) {
    const inside = [...descend(container)].filter((node) => node !== container && wanted.has(node));
    if (inside.length > 0) return { container, inside };
  }
  return { container: root, inside: [...wanted] };
}

function nearestTo(anchor: RawNode, nodes: readonly RawNode[]): readonly RawNode[] {
  const at = placeOf(anchor);
  if (!at) return [];
  const far = nodes.map((node) => ({ node, distance: distanceOf(at, placeOf(node)) }));
  const least = Math.min(...far.map(({ distance }) => distance));
  return least === Infinity ? [] : far.filter(({ distance }) => distance === least).map(({ node }) => node);
}

/** How far it is to a neighbour, in pixels: what is below or above comes after everything beside. */
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
