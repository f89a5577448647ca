import { parseElementId, type ElementId } from '#contract/model/elements/element';
import { contains, isEmpty, type Point, type Rect } from '#contract/model/geometry';
import type { CallContext, EngineContext } from '../operations/operation.ts';
import { without } from '../input/spots.ts';
import { windowOf } from '../windows/lookup.ts';
import { reachedAt, shownPart } from './reached.ts';

/** Where on what shows of an element its app is asked what lies there, across and down. */
const parts = [1 / 6, 1 / 2, 5 / 6];

/**
 * Where an element cannot be seen in its own window, as far as a few looks tell: what it is in cuts it off there, or something
 * else of the app lies over it. Physical screen pixels.
 * @throws AppError `element_stale`, `target_not_responding`
 */
export async function coversOf(
  context: EngineContext,
  id: ElementId,
  { signal }: Pick<CallContext, 'signal'>,
): Promise<readonly Rect[]> {
  const { elements } = context.backend;
  const { window: windowId, runtimeId } = parseElementId(id);
  const window = await windowOf(context, windowId);
  const [{ controlType, name, bounds }, around] = await Promise.all([
    elements.details(window, runtimeId, signal),
    elements.ancestors(window, runtimeId, signal),
  ]);
  if (!bounds || isEmpty(bounds)) return [];
  const shown = shownPart(bounds, around);
  if (!shown) return [bounds];
  const element = { id, controlType, name, bounds };
  const covers: Rect[] = [...without(bounds, shown)];
  for (const at of gridIn(shown)) {
    if (covers.some((cover) => contains(cover, at))) continue;
    const reached = await reachedAt(context, window, element, at, { signal });
    if (reached.by === 'other' && !reached.isAround && reached.cover.bounds) covers.push(reached.cover.bounds);
  }
  return covers;
}

function gridIn({ x, y, width, height }: Rect): readonly Point[] {
  return parts.flatMap((down) =>
    parts.map((across) => ({ x: Math.floor(x + across * width), y: Math.floor(y + down * height) })),
  );
}
