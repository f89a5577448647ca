import type { Rect } from '#contract/model/geometry';

/** Distance of two spans, in pixels; 0 if they overlap. */
function gap(startA: number, sizeA: number, startB: number, sizeB: number): number {
  return Math.max(0, startB - (startA + sizeA), startA - (startB + sizeB));
}

export function gapX(a: Rect, b: Rect): number {
  return gap(a.x, a.width, b.x, b.width);
}

export function gapY(a: Rect, b: Rect): number {
  return gap(a.y, a.height, b.y, b.height);
}

/** Whether at least half of the lower box is level with the other. */
export function onOneLine(a: Rect, b: Rect): boolean {
  const common = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return common >= Math.min(a.height, b.height) / 2;
}

export function encloses(outer: Rect, inner: Rect): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  );
}
