import { isEmpty, type Rect } from '#contract/model/geometry';

/** Boxes that overlap by less still stand apart, in pixels: borders touch. */
const slack = 3;

interface Group<T> {
  readonly bounds: Rect;
  /** The item with these bounds, and those without any that follow it. */
  readonly items: T[];
}

/**
 * Siblings as a person reads them: in rows from the top, each from the left, or in columns where one is beside several rows.
 * Items without bounds stay behind their predecessor, or come last without one; what overlaps keeps its order.
 */
export function inReadingOrder<T>(items: readonly T[], boundsOf: (item: T) => Rect | null): readonly T[] {
  const last: T[] = [];
  const groups: Group<T>[] = [];
  for (const item of items) {
    const bounds = boundsOf(item);
    if (bounds && !isEmpty(bounds)) groups.push({ bounds, items: [item] });
    else (groups.at(-1)?.items ?? last).push(item);
  }
  return [...ordered(groups).flatMap((group) => group.items), ...last];
}

function ordered<T>(groups: readonly Group<T>[]): readonly Group<T>[] {
  if (groups.length < 2) return groups;
  for (const cut of [cutBelow, cutAroundTall, cutBeside]) {
    const parts = cut(groups);
    if (parts.length > 1) return parts.flatMap(ordered);
  }
  return groups;
}

const cutBelow = <T>(groups: readonly Group<T>[]) => cut(groups, ({ y, height }) => [y, y + height]);
const cutBeside = <T>(groups: readonly Group<T>[]) => cut(groups, ({ x, width }) => [x, x + width]);

/** The rows of a grid in which some items are as high as two or three rows: these belong to the row where they begin. */
function cutAroundTall<T>(groups: readonly Group<T>[]): Group<T>[][] {
  const heights = groups.map(({ bounds }) => bounds.height).sort((a, b) => a - b);
  const usual = heights[heights.length >> 1] ?? 0;
  const isTall = ({ bounds: { height } }: Group<T>) => height > 1.5 * usual && height < 4 * usual;
  const rows = cutBelow(groups.filter((group) => !isTall(group)));
  if (rows.length < 2) return rows;
  for (const group of groups.filter(isTall)) {
    const begins = ({ bounds: { y, height } }: Group<T>) => y + height - slack > group.bounds.y;
    (rows.find((row) => row.some(begins)) ?? rows.at(-1))?.push(group);
  }
  return rows;
}

/** Parts that do not overlap along one axis, in its direction. */
function cut<T>(groups: readonly Group<T>[], span: (bounds: Rect) => readonly [number, number]): Group<T>[][] {
  const parts: Group<T>[][] = [];
  let reached = -Infinity;
  for (const group of [...groups].sort((a, b) => span(a.bounds)[0] - span(b.bounds)[0])) {
    const [start, end] = span(group.bounds);
    if (start >= reached - slack) parts.push([]);
    parts.at(-1)?.push(group);
    reached = Math.max(reached, end);
  }
  // Within a part, the given order counts.
  const given = new Map(groups.map((group, index) => [group, index]));
  for (const part of parts) part.sort((a, b) => (given.get(a) ?? 0) - (given.get(b) ?? 0));
  return parts;
}
