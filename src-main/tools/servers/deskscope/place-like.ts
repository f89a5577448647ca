import { AppError } from '#contract/errors';
import { describeElement, type ControlType } from '#contract/model/elements/element';
import { center, contains, placeInside, type Point, type Rect, type Size } from '#contract/model/geometry';
import type { Surroundings } from '#contract/model/schemas/surroundings';
import { quoted } from '#contract/foreign-text';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../../define-tool.ts';

/** A place of a view of which its app reports nothing more. */
export interface PlaceThen {
  /** Physical pixels from the top left of the view. */
  readonly at: Point;
  /** Of the view then; as now by default. */
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
