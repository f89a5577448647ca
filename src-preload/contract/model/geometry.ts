import type { Point, Rect, Size } from './schemas/geometry.ts';

export type { Point, Rect, Size };

export function contains(outer: Rect, p: Point): boolean {
  return p.x >= outer.x && p.y >= outer.y && p.x < outer.x + outer.width && p.y < outer.y + outer.height;
}

/** The intersection, or null if there is none. */
export function intersect(a: Rect, b: Rect): Rect | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

export function center(r: Rect): Point {
  return { x: r.x + Math.floor(r.width / 2), y: r.y + Math.floor(r.height / 2) };
}

export function isEmpty(r: Rect): boolean {
  return r.width <= 0 || r.height <= 0;
}

export function area(r: Rect): number {
  return r.width * r.height;
}

export function sameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

export function formatRect(r: Rect): string {
  return `${r.x}, ${r.y}, ${r.width} × ${r.height}`;
}

/**
 * A pixel's position in a rectangle, as fractions of its size: the pixel's middle, in four digits, so that `atFractions`
 * returns the same pixel for a rectangle of the same size, up to 9,999 pixels a side.
 * @param at from the rectangle's top left
 */
export function asFractions(at: Point, { width, height }: Size): Point {
  return { x: fraction(at.x, width), y: fraction(at.y, height) };
}

function fraction(part: number, whole: number): number {
  return whole > 0 ? Math.round(((part + 0.5) / whole) * 10_000) / 10_000 : 0;
}

/** The pixel at fractions of a rectangle, by UFO's convention; 1 is its last pixel. */
export function atFractions(bounds: Rect, { x, y }: Point): Point {
  return {
    x: bounds.x + Math.min(Math.trunc(bounds.width * x), Math.max(0, bounds.width - 1)),
    y: bounds.y + Math.min(Math.trunc(bounds.height * y), Math.max(0, bounds.height - 1)),
  };
}

/**
 * The screen pixel of a position in a window.
 * @param place pixels from the window's top left
 * @param size of the window when the position was recorded; if it has changed, the position is scaled
 */
export function placeInside(bounds: Rect, place: Point, size: Size = bounds): Point {
  return {
    x: bounds.x + scaled(place.x, size.width, bounds.width),
    y: bounds.y + scaled(place.y, size.height, bounds.height),
  };
}

/** Uses the middle of the pixel. Sizes of 0 are unknown. */
function scaled(part: number, then: number, now: number): number {
  if (then === now || then === 0 || now === 0) return part;
  return Math.min(Math.floor(((part + 0.5) * now) / then), now - 1);
}

/** Intersection over union of two rectangles, 0 to 1. */
export function intersectionOverUnion(a: Rect, b: Rect): number {
  const common = intersect(a, b);
  return common ? area(common) / (area(a) + area(b) - area(common)) : 0;
}
