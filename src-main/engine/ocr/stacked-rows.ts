import type { Box } from './components.ts';
import type { Mask } from '../picture/ink.ts';

/** No line of text is lower, in pixels. */
const lowestLine = 7;
/** Between two lines that touch, only the ends of a few letters are left of a row's ink. */
const valleyShare = 0.18;
/** What has less ink in its fullest row is too short to tell lines by. */
const leastInk = 8;

/** Lines that touch, such as a `g` above a `d`, are one component; this takes them apart at the rows with least ink. */
export function splitStackedRows(edges: Mask, width: number, box: Box): readonly Box[] {
  if (box.bottom - box.top < 2 * lowestLine + 2) return [box];
  const ink = inkByRow(edges, width, box);
  const cut = lowestBetween(ink);
  const [above, below] = [Math.max(...ink.slice(0, cut)), Math.max(...ink.slice(cut))];
  if (Math.max(above, below) < leastInk || (ink[cut] ?? 0) > valleyShare * Math.min(above, below)) return [box];
  const y = box.top + cut;
  return [
    { ...box, bottom: y },
    { ...box, top: y },
  ].flatMap((part) => {
    const tight = tighten(edges, width, part);
    return tight ? splitStackedRows(edges, width, tight) : [];
  });
}

function inkByRow(edges: Mask, width: number, box: Box): number[] {
  return Array.from({ length: box.bottom - box.top }, (_, row) => {
    let count = 0;
    const start = (box.top + row) * width;
    for (let at = start + box.left; at < start + box.right; at++) if (edges[at]) count++;
    return count;
  });
}

function lowestBetween(ink: readonly number[]): number {
  let lowest = lowestLine;
  for (let row = lowestLine; row < ink.length - lowestLine; row++) {
    if ((ink[row] ?? 0) < (ink[lowest] ?? 0)) lowest = row;
  }
  return lowest;
}

/** The smallest box around the ink in a box; null where there is none. */
function tighten(edges: Mask, width: number, box: Box): Box | null {
  const rows = inkByRow(edges, width, box);
  const top = rows.findIndex((ink) => ink > 0);
  if (top < 0) return null;
  const bottom = rows.length - [...rows].reverse().findIndex((ink) => ink > 0);
  const inked = (x: number) => {
    for (let y = box.top + top; y < box.top + bottom; y++) if (edges[y * width + x]) return true;
    return false;
  };
  let { left, right } = box;
  while (!inked(left)) left++;
  while (!inked(right - 1)) right--;
  return { left, top: box.top + top, right, bottom: box.top + bottom };
}
