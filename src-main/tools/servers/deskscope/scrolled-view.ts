import { AppError } from '#contract/errors';
import { hasState, type ControlType, type ElementNode } from '#contract/model/elements/element';
import { center, contains, intersect, isEmpty, type Point, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../../define-tool.ts';
import { aimAt, ensureInFront, type Aimed } from '../../target/in-front.ts';

/** What is scrolled, and where it shows its contents: screen pixels. */
export interface ScrolledView {
  readonly window: WindowInfo;
  /** Null for the window. */
  readonly element: ElementNode | null;
  /** Where the wheel was turned over it, as it is now. */
  readonly at: Point;
  readonly area: Rect;
}

/** What of it a person sees: it may be as large as all that is in it. */
export async function viewOf(
  { engine, signal }: ToolContext,
  { window, element, at }: Omit<ScrolledView, 'area'>,
): Promise<ScrolledView> {
  const around = element ? await engine.ancestors({ element: element.id }, { signal }) : [];
  const all = [element, ...around].flatMap((one) => (one?.bounds && !isEmpty(one.bounds) ? [one.bounds] : []));
  const area = [...all, window.bounds].reduce((shown, bounds) => intersect(shown, bounds) ?? shown);
  return { window, element, at: contains(area, at) ? at : center(area), area };
}

/**
 * How far what is there has to go to be seen: pixels, positive where it is below what shows. Null where its app does not say
 * where it is.
 */
export function gapTo({ area }: ScrolledView, element: ElementNode): number | null {
  const { bounds } = element;
  const isHidden = !hasState(element, 'visible');
  if (!bounds || isEmpty(bounds) || (isHidden && !hasState(element, 'offscreen'))) return null;
  if (bounds.height > area.height) {
    const middle = center(bounds);
    return contains(area, middle) ? 0 : middle.y - center(area).y;
  }
  const above = bounds.y - area.y;
  const below = bounds.y + bounds.height - (area.y + area.height);
  const gap = above < 0 ? above : Math.max(0, below);
  // What would be in sight there and is not is hidden by something else.
  return isHidden && gap === 0 ? null : gap;
}

/** The wheel over them changes what they hold, whatever is around them. */
const values: ReadonlySet<ControlType> = new Set<ControlType>(['ComboBox', 'Slider', 'Spinner', 'TabItem']);

/**
 * Where the wheel scrolls it: nothing else covers it there, and nothing in it would take the turn for itself.
 * @throws AppError `wrong_target_window`, naming what covers it
 */
export async function turningPlace(context: ToolContext, { area, at, element, window }: ScrolledView): Promise<Aimed> {
  const parts = [0.5, 0.25, 0.75, 0.1, 0.9];
  const places = parts.flatMap((y) =>
    parts.map((x) => ({ x: Math.round(area.x + x * area.width), y: Math.round(area.y + y * area.height) })),
  );
  let covered: AppError | null = null;
  for (const place of [at, ...places]) {
    if (await wouldTakeIt(context, place, element)) continue;
    try {
      if (element) return await aimAt(context, { window, element }, place, { only: true, stays: true });
      await ensureInFront(context, window, place);
      return { at: place };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'wrong_target_window') throw error;
      covered ??= error;
    }
  }
  if (covered) throw covered;
  throw new AppError('wrong_target_window', 'Scrolling there would change a value.', {
    delivery: 'not_delivered',
  });
}

async function wouldTakeIt({ engine, signal }: ToolContext, at: Point, scrolled: ElementNode | null): Promise<boolean> {
  const hit = await engine.elementAt(at, { signal });
  const inside = hit ? [hit.element, ...hit.ancestors] : [];
  const end = inside.findIndex(({ id }) => id === scrolled?.id);
  return inside.slice(0, end < 0 ? inside.length : end).some(({ controlType }) => values.has(controlType));
}
