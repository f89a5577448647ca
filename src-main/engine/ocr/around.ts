import type { Rect } from '#contract/model/geometry';

/** The smallest rectangle around others. */
export function around(all: readonly Rect[]): Rect {
  const x = Math.min(...all.map((bounds) => bounds.x));
  const y = Math.min(...all.map((bounds) => bounds.y));
  const right = Math.max(...all.map((bounds) => bounds.x + bounds.width));
  const bottom = Math.max(...all.map((bounds) => bounds.y + bounds.height));
  return { x, y, width: right - x, height: bottom - y };
}
