import { edge, type Mask } from '../picture/ink.ts';

/**
 * Longer straight edges, in pixels, are no strokes of letters but borders, underlines, bars. Upright ones are taken
 * sooner, because buttons are low; what a large letter loses of its stem it keeps at its ends.
 */
const longestAcross = 30;
const longestDown = 24;
/** Round corners of boxes bend this far from the ends of their straight sides. */
const cornerRadius = 5;

/**
 * Takes straight lines and the corners at their ends off the mask, so that the text within a box stands alone.
 * @returns where they were
 */
export function removeBorders(edges: Mask, width: number, height: number): Mask {
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
  /** A straight line has this kind of edge and no other; letters in a row break it at every stem. */
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
