import { area, intersect, intersectionOverUnion, type Rect } from '../geometry.ts';

/** A thing on a screen, told by an app or seen in a picture. */
export interface Seen {
  /** Physical screen pixels. */
  readonly bounds: Rect;
  /** What a person reads in it; empty if there is nothing. */
  readonly text: string;
}

/** Of UFO (IOU_THRESHOLD_FOR_MERGE): what overlaps more is the same thing. */
const sameAbove = 0.1;

/** Of a thing's area. What is in another with this much of it is in that one. */
const mostOfIt = 0.5;

export interface Merged<T extends Seen, P extends Seen> {
  /** All that were reported; those that had no text have what is read in them. */
  readonly reported: readonly T[];
  /** What only the picture shows, in its own order. */
  readonly besides: readonly P[];
}

/**
 * What an app reports about its elements, and what was seen in the picture of them. All that was reported stays. What was seen is
 * added where it overlaps nothing told, UFO's rule; its own text in a large element is no news either, though it covers little of
 * it.
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

/** As pictures and apps agree on it: case, blanks and marks are read wrong most. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
