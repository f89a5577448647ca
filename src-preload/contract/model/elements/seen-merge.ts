import { area, intersect, intersectionOverUnion, type Rect } from '../geometry.ts';

/** An item on the screen, reported by an app or seen in a picture. */
export interface Seen {
  /** Physical screen pixels. */
  readonly bounds: Rect;
  /** Its readable text; empty if none. */
  readonly text: string;
}

/** UFO's IOU_THRESHOLD_FOR_MERGE: a larger overlap means the same item. */
const sameAbove = 0.1;

/** Share of an item's area that must be inside another for it to be in that one. */
const mostOfIt = 0.5;

export interface Merged<T extends Seen, P extends Seen> {
  /** All reported items; those without a text get the recognized one. */
  readonly reported: readonly T[];
  /** Items found only in the picture, in its order. */
  readonly besides: readonly P[];
}

/**
 * Merges an app's reported elements with items seen in their picture. All reported elements stay. A seen item is added
 * if it overlaps no reported one (UFO's rule); a large element's own text is not added either, although it covers little of
 * that element.
 */
export function mergeSeen<T extends Seen, P extends Seen>(
  reported: readonly T[],
  pictured: readonly P[],
): Merged<T, P> {
  return {
    reported: reported.map((one) => (one.text === '' ? { ...one, text: readIn(one.bounds, pictured) } : one)),
    besides: pictured.filter((one) => !reported.some((known) => isSame(known, one))),
  };
}

function readIn(bounds: Rect, pictured: readonly Seen[]): string {
  const inside = pictured.filter((one) => overlaps(bounds, one.bounds) && isIn(bounds, one.bounds));
  return inside.map(({ text }) => text).join(' ');
}

function isSame(reported: Seen, pictured: Seen): boolean {
  if (overlaps(reported.bounds, pictured.bounds)) return true;
  return isIn(reported.bounds, pictured.bounds) && plain(reported.text).includes(plain(pictured.text));
}

function overlaps(a: Rect, b: Rect): boolean {
  return intersectionOverUnion(a, b) > sameAbove;
}

function isIn(outer: Rect, inner: Rect): boolean {
  const common = intersect(outer, inner);
  return common !== null && area(common) >= area(inner) * mostOfIt;
}

/** Normalizes text for comparison: case, blanks and punctuation are misread most. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
