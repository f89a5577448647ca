import { type ElementNode, describeElement, type ControlType } from '#contract/model/elements/element';
import { contains, type Point, type Size, center, placeInside, type Rect } from '#contract/model/geometry';
import type { Surroundings } from '#contract/model/schemas/surroundings';
import type { WindowInfo } from '#contract/model/windows/window';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { ToolContext } from '../../define-tool.ts';
import type { DragEnd } from '../../input/mouse.ts';
import { placeOn, type PlaceOn } from '../../input/place-on.ts';
import { resolveTarget, type AimedTarget } from '../../target/resolve-target.ts';
import type { TargetInput } from '../../target/target-input.ts';

/** A drag that was recorded on an element. `to` is relative to the top left of `onto`, or of the element itself. */
export interface RecordedDrag extends TargetInput {
  readonly at: Point;
  readonly size: Size;
  readonly to: Point;
  /** The way points and the end, in pixels from its start. */
  readonly way?: RecordedWay | undefined;
  /** Its window is by default the element's. */
  readonly onto?:
    | (Pick<TargetInput, 'selector' | 'name' | 'alternatives' | 'window'> & {
        readonly size: Size;
        readonly around?: Surroundings | undefined;
      })
    | undefined;
  /** The look of the place where it ends, if that is on no element. */
  readonly around_end?: Surroundings | undefined;
  /** The look of its start, or of the whole drag in a view with unreported content. */
  readonly around?: Surroundings | undefined;
}

interface RecordedWay {
  readonly via: readonly Point[];
  readonly by: Point;
}

/** The current drag, in screen pixels. */
export interface Way {
  readonly window: WindowInfo;
  readonly element: ElementNode;
  readonly from: Point;
  readonly via: readonly Point[];
  readonly to: Point;
  /** `element` if it ends on another element. */
  readonly end: DragEnd;
}

/**
 * From the same position on the element to the same position on its target. A drag that ends beside its element, as that of a
 * divider does, has the recorded length. The target's window is brought to the front first, then the element's, as they were
 * when recorded.
 * @throws AppError as `resolveTarget` for either of them
 */
export async function wayOf(
  context: ToolContext,
  { onto, to, way, around, around_end: end, ...source }: RecordedDrag,
): Promise<Way> {
  const timeout = source.timeout_ms !== undefined && { timeout_ms: source.timeout_ms };
  const other = onto?.window ? await resolveTarget(context, { ...onto, ...timeout }) : null;
  const { window, element, at: middle } = await resolveTarget(context, source);
  const from = await placeNow(context, { window, element, at: middle }, source, around);
  const begun = { window, element, from };
  if (onto) {
    const drop = other ?? (await resolveTarget(context, { ...onto, window: { handle: window.id } }));
    const there = await placeNow(context, drop, { at: to, size: onto.size }, onto.around);
    return { ...begun, via: placesBetween(from, there, way), to: there, end: drop };
  }
  const { bounds, controlType } = element;
  const staysInside = around === undefined && contains({ x: 0, y: 0, ...source.size }, to);
  const there =
    bounds && staysInside
      ? placeOn(bounds, controlType, { at: to, size: source.size })
      : { x: from.x + to.x - source.at.x, y: from.y + to.y - source.at.y };
  if (end) await ensureLooks(context, window, there, end);
  return { ...begun, via: placesBetween(from, there, way), to: there, end: { window } };
}

/** The current position of an end on an element; with a recorded look, where that is. */
async function placeNow(
  context: ToolContext,
  { window, element, at }: AimedTarget,
  place: PlaceOn,
  around: Surroundings | undefined,
): Promise<Point> {
  const { bounds, controlType } = element;
  if (around) return placeLike(context, window, element, { ...place, around });
  return bounds ? placeOn(bounds, controlType, place) : at;
}

/** The same curve between two points: the difference in distance is added gradually along the way. */
function placesBetween(from: Point, to: Point, way: RecordedWay | undefined): readonly Point[] {
  if (!way) return [];
  const { via, by } = way;
  const legs = [...via, by].map((point, index) => distance(point, via[index - 1] ?? { x: 0, y: 0 }));
  const whole = sum(legs);
  const more = { x: to.x - from.x - by.x, y: to.y - from.y - by.y };
  return via.map((point, index) => {
    const part = whole === 0 ? 0 : sum(legs.slice(0, index + 1)) / whole;
    return { x: Math.round(from.x + point.x + part * more.x), y: Math.round(from.y + point.y + part * more.y) };
  });
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function sum(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0);
}

/** A place in a view with unreported content. */
interface PlaceThen {
  /** Physical pixels from the view's top left corner. */
  readonly at: Point;
  /** Recorded size of the view; its current size by default. */
  readonly size?: Size | undefined;
  /** The look around it. */
  readonly around: Surroundings;
  /** Any plain ground of the view is as good as that place, if it was one. */
  readonly isAnyGround?: boolean;
}

/** The view, or its window if the app reports none. */
interface View {
  readonly bounds: Rect | null;
  readonly controlType?: ControlType;
  readonly name?: string;
}

/**
 * The current position of a place in a view, in screen pixels, verified by its look. In a view of another size the candidates
 * are the same distance from its top left, from its middle, and the same proportion.
 * @throws AppError `state_differs`, with nothing delivered, if none looks the same
 */
export async function placeLike(
  { engine, signal }: ToolContext,
  window: WindowInfo,
  view: View,
  { at, size, around, isAnyGround = false }: PlaceThen,
): Promise<Point> {
  const bounds = view.bounds ?? window.bounds;
  const places = placesOf(bounds, at, size);
  const found = await engine.looksSo(
    { window: window.id, places, around, ...(isAnyGround && { ground: bounds }) },
    { signal },
  );
  if (found) return found;
  const what = view.controlType ? describeElement({ controlType: view.controlType, name: view.name ?? '' }) : '';
  throw looksDifferent(at, what || quoted(window.title));
}

/** @throws AppError `state_differs`, with nothing delivered, if a place of the screen does not look so */
async function ensureLooks({ engine, signal }: ToolContext, window: WindowInfo, at: Point, around: Surroundings) {
  const found = await engine.looksSo({ window: window.id, places: [at], around }, { signal });
  if (!found) throw looksDifferent({ x: at.x - window.bounds.x, y: at.y - window.bounds.y }, quoted(window.title));
}

function looksDifferent({ x, y }: Point, what: string): AppError {
  return new AppError(
    'state_differs',
    `At ${x}, ${y} of ${what} it does not look as it did when the step was recorded.`,
    {
      hint: 'Its app exposes no elements there. Bring the view into the same state, or record the step again.',
      delivery: 'not_delivered',
    },
  );
}

function placesOf(bounds: Rect, at: Point, size: Size = bounds): readonly Point[] {
  const [now, then] = [center(bounds), center({ x: 0, y: 0, ...size })];
  const places = [
    { x: bounds.x + at.x, y: bounds.y + at.y },
    { x: now.x + at.x - then.x, y: now.y + at.y - then.y },
    placeInside(bounds, at, size),
  ].filter((place) => contains(bounds, place));
  return places.filter(({ x, y }, index) => places.findIndex((one) => one.x === x && one.y === y) === index);
}
