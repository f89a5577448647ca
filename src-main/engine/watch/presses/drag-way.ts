import { maxVia } from '#contract/model/recordings/action';
import type { Point } from '#contract/model/geometry';

/** A way that deviates from the straight line by no more than this counts as straight: pixels, or a share of its length. */
const straightPixels = 8;
const straightShare = 0.1;
/** Maximum deviation of the kept points, in pixels, unless that takes more points than allowed. */
const precisePixels = 4;
/** More points do not come from a hand. */
const maxReceived = 50_000;

/** The way of a pointer with a button down. */
export class DragWay {
  readonly #points: Point[];

  constructor(from: Point) {
    this.#points = [from];
  }

  moved({ x, y }: Point): void {
    if (this.#points.length < maxReceived) this.#points.push({ x, y });
  }

  /** The way points to the end, in screen pixels: none if the way is straight. */
  to(end: Point): readonly Point[] {
    return waypoints([...this.#points, end]);
  }
}

function waypoints(way: readonly Point[]): readonly Point[] {
  const [from, to] = [way[0] as Point, way.at(-1) as Point];
  const whole = legOf(way, 0, way.length - 1);
  if (whole.distance <= Math.max(straightPixels, straightShare * Math.hypot(to.x - from.x, to.y - from.y))) return [];
  return corners(way, whole).map((index) => way[index] as Point);
}

/** Ramer–Douglas–Peucker, the greatest bend first: the points that keep all others near the line. */
function corners(way: readonly Point[], whole: Leg): readonly number[] {
  const found: number[] = [];
  const legs = [whole];
  while (found.length < maxVia) {
    const bent = legs.reduce((most, leg) => (leg.distance > most.distance ? leg : most));
    if (bent.distance <= precisePixels) break;
    found.push(bent.farthest);
    legs.splice(legs.indexOf(bent), 1, legOf(way, bent.first, bent.farthest), legOf(way, bent.farthest, bent.last));
  }
  return found.sort((a, b) => a - b);
}

/** The part of a way between two points, by index. */
interface Leg {
  readonly first: number;
  readonly last: number;
  /** The point between them that is farthest from their line, and its distance. */
  readonly farthest: number;
  readonly distance: number;
}

function legOf(way: readonly Point[], first: number, last: number): Leg {
  const [from, to] = [way[first] as Point, way[last] as Point];
  let [farthest, most] = [first, 0];
  for (let index = first + 1; index < last; index++) {
    const distance = distanceFrom(way[index] as Point, from, to);
    if (distance > most) [farthest, most] = [index, distance];
  }
  return { first, last, farthest, distance: most };
}

function distanceFrom({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(x - from.x - part * dx, y - from.y - part * dy);
}
