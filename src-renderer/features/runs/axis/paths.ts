import { tones, type AxisItem, type Mark, type Tone } from './items.ts';
import { xOf, type Span } from './scale.ts';

/** CSS pixels: how high a lane is, and its bars, from the top of the lane. */
export const laneHeight = 14;
const bar = { top: 5, height: 7 };
const dot = { middle: 4, radius: 2.5, room: 5 };

interface Frame {
  readonly span: Span;
  readonly width: number;
  /** Where what is under way ends for now. */
  readonly now: number;
}

/**
 * All bars of a tone as one path, a column of pixels at a time: of what shares a column, the worst is seen. So a picture of
 * thousands costs no more than its width.
 */
export function barPaths(items: readonly AxisItem[], lanes: number, frame: Frame): ReadonlyMap<Tone, string> {
  const { span, now } = frame;
  const width = Math.ceil(frame.width);
  const columns = Array.from({ length: lanes }, () => new Uint8Array(width));
  for (const { lane, from, to, tone } of items) {
    const end = Math.min(to, now);
    if (end < span.from || from > span.to) continue;
    const first = Math.max(0, Math.floor(xOf(from, span, width)));
    // A pixel less, so that neighbours are distinguished where there is room.
    const last = Math.min(width - 1, Math.max(first, Math.ceil(xOf(end, span, width)) - 2));
    const weight = tones.indexOf(tone) + 1;
    const row = columns[lane];
    for (let x = first; row && x <= last; x++) if ((row[x] ?? 0) < weight) row[x] = weight;
  }
  const paths = new Map<Tone, string>();
  columns.forEach((row, lane) => {
    for (const { weight, from, to } of runsOf(row)) {
      const tone = tones[weight - 1];
      if (!tone) continue;
      const top = lane * laneHeight + bar.top;
      paths.set(tone, `${paths.get(tone) ?? ''}M${from} ${top}h${to - from}v${bar.height}h${from - to}z`);
    }
  });
  return paths;
}

/** All dots of a kind as one path; of those that would lie on each other one. */
export function dotPaths(items: readonly AxisItem[], { span, width }: Frame): ReadonlyMap<Mark, string> {
  const paths = new Map<Mark, string>();
  const taken = new Set<string>();
  for (const { lane, from, marks } of items) {
    if (marks.length === 0 || from < span.from || from > span.to) continue;
    marks.forEach((mark, index) => {
      const x = Math.round(xOf(from, span, width)) + dot.radius + index * (2 * dot.radius + 1);
      const place = `${mark} ${lane} ${Math.floor(x / dot.room)}`;
      if (taken.has(place)) return;
      taken.add(place);
      const { radius } = dot;
      const circle = `a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
      paths.set(mark, `${paths.get(mark) ?? ''}M${x - radius} ${lane * laneHeight + dot.middle}${circle}`);
    });
  }
  return paths;
}

function* runsOf(row: Uint8Array): Generator<{ readonly weight: number; readonly from: number; readonly to: number }> {
  for (let from = 0; from < row.length;) {
    const weight = row[from] ?? 0;
    let to = from + 1;
    while (to < row.length && row[to] === weight) to++;
    if (weight > 0) yield { weight, from, to };
    from = to;
  }
}
