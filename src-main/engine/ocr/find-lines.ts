import { setImmediate as nextTurn } from 'node:timers/promises';
import { findEdges, type Grey, type Mask, edge } from '../picture/ink.ts';
import { findComponents, type Box, inReadingOrder } from './components.ts';

/** Maximum height of a line of text; in pixels. */
const highestLine = 70;
/** Smaller boxes are noise: corners, dots of a grip. */
const [leastWidth, leastHeight] = [4, 5];

/**
 * Boxes of possible text lines, each with its own background, top to bottom and left to right. Recognisers expect pages of prose
 * and miss text in boxes and beside icons, so the window is segmented first. Works in steps of some ten milliseconds and yields
 * in between.
 */
export async function findLines(grey: Grey): Promise<readonly Box[]> {
  const { width, height } = grey;
  const edges = findEdges(grey);
  await nextTurn();
  const border = removeBorders(edges, width, height);
  await nextTurn();
  const components = findComponents(edges, width, height);
  await nextTurn();
  const pieces = components.flatMap((box) => splitStackedRows(edges, width, box));
  await nextTurn();
  const low = pieces.filter((box) => heightOf(box) <= highestLine);
  return inReadingOrder(joinLines(low, createObstacles(grey, border)), (box) => box);
}

/** Joins pieces side by side on one line with gaps up to that of words. */
function joinLines(pieces: readonly Box[], parted: Obstacles): Box[] {
  const lines: Box[] = [];
  for (const piece of [...pieces].sort((a, b) => a.left - b.left)) {
    const at = nearestBefore(lines, piece, parted);
    const line = at < 0 ? undefined : lines[at];
    if (line) lines[at] = union(line, piece);
    else lines.push(piece);
  }
  return lines.filter((box) => heightOf(box) >= leastHeight && box.right - box.left >= leastWidth);
}

function nearestBefore(lines: readonly Box[], piece: Box, parted: Obstacles): number {
  let best = -1;
  lines.forEach((line, at) => {
    if (best >= 0 && line.right <= (lines[best]?.right ?? 0)) return;
    if (belongsTo(line, piece) && !parted(line, piece)) best = at;
  });
  return best;
}

/** Similar height, mostly level, and no farther apart than a wide space. */
function belongsTo(line: Box, piece: Box): boolean {
  const [high, low] = [heightOf(line), heightOf(piece)].sort((a, b) => b - a) as [number, number];
  const shared = Math.min(line.bottom, piece.bottom) - Math.max(line.top, piece.top);
  if (shared <= low / 2 || (low > 9 && high > 2.2 * low)) return false;
  return piece.left - line.right <= 0.9 * Math.max(high, 8) && heightOf(union(line, piece)) <= highestLine;
}

function union(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function heightOf(box: Box): number {
  return box.bottom - box.top;
}

/** Whether a border or a change of background separates two boxes, the first left of the second. */
type Obstacles = (left: Box, right: Box) => boolean;

/** Backgrounds that differ less are one with a gradient. */
const sameGroundDifference = 12;

/** Distance from a box to sample its background, in pixels; closer are the soft edges of letters. */
const besidePixels = 2;

function createObstacles(grey: Grey, border: Mask): Obstacles {
  return (left, right) =>
    isCrossed(border, grey.width, left, right) ||
    Math.abs(groundOf(grey, left) - groundOf(grey, right)) > sameGroundDifference;
}

function isCrossed(border: Mask, width: number, left: Box, right: Box): boolean {
  const top = Math.max(left.top, right.top);
  const middle = Math.floor((top + Math.min(left.bottom, right.bottom)) / 2);
  for (let x = left.right; x < right.left; x++) if (border[middle * width + x]) return true;
  return false;
}

/** The most common brightness above and below a box. */
function groundOf({ width, height, values }: Grey, box: Box): number {
  const counts = new Uint16Array(256);
  const rows = [Math.max(0, box.top - besidePixels), Math.min(height - 1, box.bottom + besidePixels)];
  for (const y of rows) {
    for (let x = box.left; x < box.right; x++) {
      const value = values[y * width + x] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
  }
  return counts.indexOf(Math.max(...counts));
}

/** Minimum height of a line of text, in pixels. */
const lowestLine = 7;

/** Share of a row's ink that remains between two touching lines: only the ends of a few letters. */
const valleyShare = 0.18;

/** Lines with less ink in their fullest row are too short to split. */
const leastInk = 8;

/** Touching lines, such as a `g` above a `d`, are one component; splits them at the rows with least ink. */
function splitStackedRows(edges: Mask, width: number, box: Box): readonly Box[] {
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

/** The bounding box of the ink in a box; null if there is none. */
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

/**
 * Longer straight edges, in pixels, are not strokes of letters but borders, underlines, bars. The limit is lower for vertical
 * ones, because buttons are low; a large letter keeps the ends of its stem.
 */
const longestAcross = 30;

const longestDown = 24;

/** Rounded corners of boxes reach this far from the ends of their straight sides. */
const cornerRadius = 5;

/**
 * Removes straight lines and their corners from the mask, so that text in a box is separate.
 * @returns where they were
 */
function removeBorders(edges: Mask, width: number, height: number): Mask {
  const marks: Marks = { edges, border: new Uint8Array(edges.length), ends: [] };
  const across = { kind: edge.below, step: 1, count: width, longest: longestAcross };
  const down = { kind: edge.right, step: width, count: height, longest: longestDown };
  for (let y = 0; y < height; y++) markRuns(marks, y * width, across);
  for (let x = 0; x < width; x++) markRuns(marks, x, down);
  for (const at of marks.ends) clearAround(edges, at, width, height);
  for (let at = 0; at < edges.length; at++) if (marks.border[at]) edges[at] = 0;
  return marks.border;
}

interface Marks {
  readonly edges: Mask;
  readonly border: Mask;
  readonly ends: number[];
}

interface Direction {
  /** A straight line has only edges of this kind; every stem of a letter interrupts them. */
  readonly kind: number;
  readonly step: number;
  readonly count: number;
  readonly longest: number;
}

/** One row or column from `start`. */
function markRuns({ edges, border, ends }: Marks, start: number, { kind, step, count, longest }: Direction): void {
  for (let i = 0; i < count; i++) {
    if (edges[start + i * step] !== kind) continue;
    const first = i;
    while (i < count && edges[start + i * step] === kind) i++;
    if (i - first <= longest) continue;
    for (let k = first; k < i; k++) border[start + k * step] = kind;
    ends.push(start + first * step, start + (i - 1) * step);
  }
}

function clearAround(edges: Mask, at: number, width: number, height: number): void {
  const [x, y] = [at % width, Math.floor(at / width)];
  const left = Math.max(0, x - cornerRadius);
  const right = Math.min(width, x + cornerRadius + 1);
  for (let row = Math.max(0, y - cornerRadius); row < Math.min(height, y + cornerRadius + 1); row++) {
    edges.fill(0, row * width + left, row * width + right);
  }
}
