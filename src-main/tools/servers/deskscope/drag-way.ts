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

/** A drag that was recorded on an element. `to` counts from the top left of `onto`, or of the element itself. */
export interface RecordedDrag extends TargetInput {
  readonly at: Point;
  readonly size: Size;
  readonly to: Point;
  /** The places that it passed, and where it ended, in pixels from where it began. */
  readonly way?: RecordedWay | undefined;
  /** Its window is the element's if none is named. */
  readonly onto?:
    | (Pick<TargetInput, 'selector' | 'name' | 'alternatives' | 'window'> & {
        readonly size: Size;
        readonly around?: Surroundings | undefined;
      })
    | undefined;
  /** How it looked where it began, or along it as a whole where it stays in a view of which the app reports nothing more. */
  readonly around?: Surroundings | undefined;
}

interface RecordedWay {
  readonly via: readonly Point[];
  readonly by: Point;
}

/** The drag as it goes now, in screen pixels. */
export interface Way {
  readonly window: WindowInfo;
  readonly element: ElementNode;
  readonly from: Point;
  readonly via: readonly Point[];
  readonly to: Point;
  /** `element` if it ends on another element than it begins on. */
  readonly end: DragEnd;
}

/**
 * From the same place of the element to the same place of the one where it ends. One that ends beside what it began on, as
 * that of a divider does, goes as far as it went. Another window is brought to the front first, and then that of the element:
 * so they lay when it was dragged.
 * @throws AppError as `resolveTarget` for either of them
 */
export async function wayOf(context: ToolContext, { onto, to, way, around, ...source }: RecordedDrag): Promise<Way> {
  const timeout = source.timeout_ms !== undefined && { timeout_ms: source.timeout_ms };
  const other = onto?.window ? await resolveTarget(context, { ...onto, ...timeout }) : null;
  const { window, element, at: middle } = await resolveTarget(context, source);
  const from = await placeNow(context, { window, element, at: middle }, source, around);
  const begun = { window, element, from };
  if (onto) {
    const end = other ?? (await resolveTarget(context, { ...onto, window: { handle: window.id } }));
    const there = await placeNow(context, end, { at: to, size: onto.size }, onto.around);
    return { ...begun, via: placesBetween(from, there, way), to: there, end };
  }
  const { bounds, controlType } = element;
  const staysInside = around === undefined && contains({ x: 0, y: 0, ...source.size }, to);
  const there =
    bounds && staysInside
      ? placeOn(bounds, controlType, { at: to, size: source.size })
      : { x: from.x + to.x - source.at.x, y: from.y + to.y - source.at.y };
  return { ...begun, via: placesBetween(from, there, way), to: there, end: { window } };
}

/** Where on an element it begins or ends now; where it looked so then, if that is known. */
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

/** The same curve between two places: what they are further apart than then comes little by little, along the way. */
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

/** A place of a view of which its app reports nothing more. */
interface PlaceThen {
  /** Physical pixels from the top left of the view. */
  readonly at: Point;
  /** Recorded size of the view; its current size by default. */
  readonly size?: Size | undefined;
  /** How it looked there. */
  readonly around: Surroundings;
}

/** The view, or its window where the app reports none. */
interface View {
  readonly bounds: Rect | null;
  readonly controlType?: ControlType;
  readonly name?: string;
}

/**
 * Where a place of a view is now, in screen pixels: there it looks as it did. In a view of another size that is the same place
 * from its top left, from its middle, or in proportion.
 * @throws AppError `state_differs`, with nothing delivered, where it looks so at none of them
 */
export async function placeLike(
  { engine, signal }: ToolContext,
  window: WindowInfo,
  view: View,
  { at, size, around }: PlaceThen,
): Promise<Point> {
  const bounds = view.bounds ?? window.bounds;
  const places = placesOf(bounds, at, size);
  const found = await engine.looksSo({ window: window.id, places, around }, { signal });
  if (found) return found;
  const what = view.controlType ? describeElement({ controlType: view.controlType, name: view.name ?? '' }) : '';
  throw new AppError(
    'state_differs',
    `At ${at.x}, ${at.y} of ${what || quoted(window.title)} it does not look as it did when the step was recorded.`,
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
