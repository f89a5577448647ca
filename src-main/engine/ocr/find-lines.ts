import { setImmediate as nextTurn } from 'node:timers/promises';
import { removeBorders } from './borders.ts';
import { findComponents, type Box } from './components.ts';
import { createObstacles, type Obstacles } from './obstacles.ts';
import { findEdges, type Grey } from '../picture/ink.ts';
import { inReadingOrder } from './reading-order.ts';
import { splitStackedRows } from './stacked-rows.ts';

/** Higher than this is no text but a picture; in pixels. */
const highestLine = 70;
/** Smaller than this is dust: corners, dots of a grip. */
const [leastWidth, leastHeight] = [4, 5];

/**
 * Boxes of what may be lines of text, each with its own ground, top to bottom and left to right. Recognisers expect
 * pages of prose; on a window they miss what stands in boxes and beside icons, so the window is cut up here first.
 * Works in steps of some ten milliseconds each, and lets the process breathe in between.
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

/** Joins what stands side by side on one line, as far apart as words are. */
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

/** Similar height, mostly side by side, and no further apart than a wide space. */
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
