import { isEmpty, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../backend.ts';
import { descend } from '../../tree/walk.ts';
import { encloses, gapX, gapY, onOneLine } from './lines.ts';
import { plainLabel, wordsOf } from './words.ts';

/** In heights of the text: what is further below or above is no neighbour. */
const farthest = 3;

/**
 * Of `nodes`, the nearest to each element of the tree that reads so: on the same line, else below or above it. What lies in
 * one another is not beside it.
 */
export function nearTo(root: RawNode, nodes: readonly RawNode[], text: string): readonly RawNode[] {
  const anchors = anchorsIn(root).get(plainLabel(text)) ?? [];
  const found = new Set(anchors.flatMap((anchor) => nearestTo(anchor, nodes)));
  return nodes.filter((node) => found.has(node));
}

const known = new WeakMap<RawNode, ReadonlyMap<string, readonly RawNode[]>>();

/** What shows in the window, by what it is called. */
function anchorsIn(root: RawNode): ReadonlyMap<string, readonly RawNode[]> {
  let anchors = known.get(root);
  if (!anchors) known.set(root, (anchors = readAnchors(root)));
  return anchors;
}

function readAnchors(root: RawNode): ReadonlyMap<string, readonly RawNode[]> {
  const anchors = new Map<string, RawNode[]>();
  for (const node of descend(root)) {
    const words = placeOf(node) ? plainLabel(wordsOf(node)) : '';
    const alike = anchors.get(words);
    if (alike) alike.push(node);
    else if (words !== '') anchors.set(words, [node]);
  }
  return anchors;
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
  const isOver = gapX(anchor, at) === 0 && gapY(anchor, at) <= farthest * anchor.height;
  return isOver ? 1_000_000 + gapY(anchor, at) : Infinity;
}

function placeOf({ bounds, states }: RawNode): Rect | null {
  return bounds && !isEmpty(bounds) && states.includes('visible') ? bounds : null;
}
