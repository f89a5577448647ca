import { area, center, contains, intersect, type Point, type Rect } from '#contract/model/geometry';

/** Minimum width and height of a part to press, in physical pixels. */
const leastAcross = 3;

/** What remains of a rectangle without another: at most four rectangles, none empty. Physical pixels. */
export function without(whole: Rect, part: Rect): readonly Rect[] {
  const cut = intersect(whole, part);
  if (!cut) return [whole];
  const [right, bottom] = [whole.x + whole.width, whole.y + whole.height];
  const [cutRight, cutBottom] = [cut.x + cut.width, cut.y + cut.height];
  return [
    { x: whole.x, y: whole.y, width: whole.width, height: cut.y - whole.y },
    { x: whole.x, y: cutBottom, width: whole.width, height: bottom - cutBottom },
    { x: whole.x, y: cut.y, width: cut.x - whole.x, height: cut.height },
    { x: cutRight, y: cut.y, width: right - cutRight, height: cut.height },
  ].filter(({ width, height }) => width > 0 && height > 0);
}

/** The places that are free as far as known; a search removes the covered ones. */
export class Spots {
  #free: readonly Rect[];

  /** @param shown visible parts of the element; physical pixels */
  constructor(shown: readonly Rect[]) {
    this.#free = shown;
  }

  /** Where to press next: the wanted place while free, then the middle of the widest free part; null if none is left. */
  next(wanted: Point): Point | null {
    if (this.#free.some((rect) => contains(rect, wanted))) return wanted;
    const wide = this.#free.filter(({ width, height }) => Math.min(width, height) >= leastAcross);
    const [widest] = [...wide].sort((a, b) => across(b) - across(a) || area(b) - area(a));
    return widest ? center(widest) : null;
  }

  /**
   * @param cover bounds of the cover; null if unknown. A cover that reports too small a size grows until it reaches the point.
   */
  takeAway(at: Point, cover: Rect | null): void {
    const around = this.#free.find((rect) => contains(rect, at));
    const inTheWay = cover ? reaching(cover, at) : around && middlePart(around, at);
    if (inTheWay) this.#free = this.#free.flatMap((rect) => without(rect, inTheWay));
  }
}

function reaching({ x, y, width, height }: Rect, at: Point): Rect {
  const [left, top] = [Math.min(x, at.x), Math.min(y, at.y)];
  const [right, bottom] = [Math.max(x + width, at.x + 1), Math.max(y + height, at.y + 1)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function across({ width, height }: Rect): number {
  return Math.min(width, height);
}

/** The middle third in each direction around a point. */
function middlePart({ width, height }: Rect, at: Point): Rect {
  const size = { width: Math.max(1, Math.ceil(width / 3)), height: Math.max(1, Math.ceil(height / 3)) };
  return { x: at.x - Math.floor(size.width / 2), y: at.y - Math.floor(size.height / 2), ...size };
}
