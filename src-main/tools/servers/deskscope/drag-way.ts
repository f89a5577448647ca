import type { ElementNode } from '#contract/model/elements/element';
import { contains, type Point, type Size } from '#contract/model/geometry';
import type { Surroundings } from '#contract/model/schemas/surroundings';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../../define-tool.ts';
import type { DragEnd } from '../../input/mouse.ts';
import { placeOn, type PlaceOn } from '../../input/place-on.ts';
import { resolveTarget, type AimedTarget } from '../../target/resolve-target.ts';
import type { TargetInput } from '../../target/target-input.ts';
import { placeLike } from './place-like.ts';

/** A drag that was recorded on an element. `to` counts from the top left of `onto`, or of the element itself. */
export interface RecordedDrag extends TargetInput {
  readonly at: Point;
  readonly size: Size;
  readonly to: Point;
  /** The places that it passed, and where it ended, in pixels from where it began. */
  readonly way?: RecordedWay | undefined;
  /** Its window is the element's where none is named. */
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
  /** `element` where it ends on another one than it begins on. */
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
