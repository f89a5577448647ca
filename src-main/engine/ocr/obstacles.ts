import type { Box } from './components.ts';
import type { Grey, Mask } from '../picture/ink.ts';

/** Whether two boxes, the first left of the second, are parted by a border or lie on different grounds. */
export type Obstacles = (left: Box, right: Box) => boolean;

/** Grounds that differ less are one, with a gradient. */
const sameGround = 12;
/** How far beside a box its ground is looked at, in pixels: nearer there are soft edges of letters. */
const beside = 2;

export function createObstacles(grey: Grey, border: Mask): Obstacles {
  return (left, right) =>
    isCrossed(border, grey.width, left, right) || Math.abs(groundOf(grey, left) - groundOf(grey, right)) > sameGround;
}

function isCrossed(border: Mask, width: number, left: Box, right: Box): boolean {
  const top = Math.max(left.top, right.top);
  const middle = Math.floor((top + Math.min(left.bottom, right.bottom)) / 2);
  for (let x = left.right; x < right.left; x++) if (border[middle * width + x]) return true;
  return false;
}

/** The commonest brightness above and below a box. */
function groundOf({ width, height, values }: Grey, box: Box): number {
  const counts = new Uint16Array(256);
  const rows = [Math.max(0, box.top - beside), Math.min(height - 1, box.bottom + beside)];
  for (const y of rows) {
    for (let x = box.left; x < box.right; x++) {
      const value = values[y * width + x] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
  }
  return counts.indexOf(Math.max(...counts));
}
