import type { Point } from '#contract/model/geometry';

/**
 * Points along a way, evenly spaced over its whole length, without its first point: every corner is included, so none is cut. In
 * physical pixels; at least `count` of them.
 */
export function stepsAlong(way: readonly Point[], count: number): readonly Point[] {
  const legs = way.slice(1).map((to, i) => ({ from: way[i] ?? to, to }));
  const lengths = legs.map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return legs.flatMap(({ from, to }, i) => {
    const share = total === 0 ? 1 / legs.length : (lengths[i] ?? 0) / total;
    return between(from, to, Math.max(1, Math.ceil(share * count)));
  });
}

function between(from: Point, to: Point, count: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const part = (i + 1) / count;
    return { x: Math.round(from.x + (to.x - from.x) * part), y: Math.round(from.y + (to.y - from.y) * part) };
  });
}
