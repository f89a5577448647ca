import { area, intersect, type Point, type Rect } from '#contract/model/geometry';
import type { Pixels } from '../../backend.ts';
import { findEdges, toGrey } from '../ink.ts';

/** A box to mark, in pixels of the picture, and the size of its label. */
export interface Labelled {
  readonly box: Rect;
  readonly label: { readonly width: number; readonly height: number };
}

/** Distance of tried places along the sides of a box, in pixels. */
const step = 6;
/** A larger control is recognisable even if a label hides this much of it. */
const largeEnough = 4_000;
/** A label in its own box hides something too, but in another box it misleads. */
const ownShare = 0.3;
/** The cost of hiding text or an icon, relative to hiding a whole control. */
const perBusyness = 0.5;
/** The cost of each step down the list of places; less than hiding a hundredth of anything. */
const perPlace = 0.0005;

/**
 * Places the label of each box: touching its box, wholly inside the picture, without overlapping other labels, and hiding least
 * of controls, especially small ones, and of the picture's content. Outer corners come first, then inner corners, then sides.
 * @param busy how much content a part of the picture has
 * @returns the top left of each label, null if there is no such place
 */
export function placeLabels(
  picture: Rect,
  items: readonly Labelled[],
  busy: Busyness = () => 0,
): readonly (Point | null)[] {
  const places: (Point | null)[] = items.map(() => null);
  const taken: Rect[] = [];
  const boxes = items.map(({ box }) => box);
  const costOf = (place: Rect, own: Rect) => hidden(place, own, boxes) + perBusyness * busy(place);
  // Small boxes have the fewest places, so they choose first.
  const order = items.map((_, index) => index).sort((a, b) => area(boxes[a] ?? picture) - area(boxes[b] ?? picture));
  for (const index of order) {
    const item = items[index];
    const place = item && cheapest(picture, item, taken, costOf);
    if (!place) continue;
    places[index] = { x: place.x, y: place.y };
    taken.push(place);
  }
  return places;
}

function cheapest(
  picture: Rect,
  { box, label }: Labelled,
  taken: readonly Rect[],
  costOf: (place: Rect, own: Rect) => number,
): Rect | null {
  let best: Rect | null = null;
  let lowest = Infinity;
  for (const [rank, at] of candidates(box, label).entries()) {
    if (rank * perPlace >= lowest) break;
    const place = { ...at, ...label };
    if (!isInside(picture, place) || taken.some((other) => intersect(other, place))) continue;
    const cost = rank * perPlace + costOf(place, box);
    if (cost >= lowest) continue;
    [best, lowest] = [place, cost];
  }
  return best;
}

/** Every place has an edge or an area in common with the box. */
function candidates({ x, y, width, height }: Rect, label: Labelled['label']): readonly Point[] {
  const [right, bottom] = [x + width, y + height];
  const [lastX, lastY] = [right - label.width, bottom - label.height];
  const alongX = along(x - label.width + 1, right - 1);
  const alongY = along(y - label.height + 1, bottom - 1);
  return [
    // Outer corners: above, beside, below.
    point(x, y - label.height),
    point(lastX, y - label.height),
    point(x - label.width, y),
    point(right, y),
    point(x, bottom),
    point(lastX, bottom),
    // Inner corners.
    point(x, y),
    point(lastX, y),
    point(x, lastY),
    point(lastX, lastY),
    ...alongX.flatMap((at) => [point(at, y - label.height), point(at, bottom), point(at, y), point(at, lastY)]),
    ...alongY.flatMap((at) => [point(x - label.width, at), point(right, at), point(x, at), point(lastX, at)]),
  ];
}

function along(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, index) => from + index * step);
}

function point(x: number, y: number): Point {
  return { x, y };
}

function isInside(picture: Rect, place: Rect): boolean {
  const shared = intersect(picture, place);
  return shared !== null && area(shared) === area(place);
}

/** How much a label hides of all boxes, as the sum of their shares; large ones can spare some. */
function hidden(place: Rect, own: Rect, boxes: readonly Rect[]): number {
  let cost = 0;
  for (const box of boxes) {
    const shared = intersect(place, box);
    if (!shared) continue;
    const share = area(shared) / Math.min(Math.max(1, area(box)), largeEnough);
    cost += box === own ? ownShare * share : share;
  }
  return cost;
}

/** The share of a rectangle's pixels, from 0 to 1, at which brightness changes: a third or more for text and icons. */
type Busyness = (place: Rect) => number;

/** Counts once, so that each query is cheap; pixels outside the picture count as unchanged. */
export function busynessOf(pixels: Pixels): Busyness {
  const { width, height } = pixels;
  const edges = findEdges(toGrey(pixels));
  // A summed-area table (https://en.wikipedia.org/wiki/Summed-area_table) with a row and a column of zeros before it.
  const columns = width + 1;
  const sums = new Uint32Array(columns * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      if (edges[y * width + x] !== 0) row++;
      sums[(y + 1) * columns + x + 1] = (sums[y * columns + x + 1] ?? 0) + row;
    }
  }
  const upTo = (x: number, y: number) => sums[clamp(y, height) * columns + clamp(x, width)] ?? 0;
  return ({ x, y, width: across, height: down }) => {
    const [right, bottom] = [x + across, y + down];
    const count = upTo(right, bottom) - upTo(x, bottom) - upTo(right, y) + upTo(x, y);
    return count / Math.max(1, across * down);
  };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
