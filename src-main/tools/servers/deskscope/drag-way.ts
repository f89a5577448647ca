import type { ElementNode } from '#contract/model/element';
import { contains, type Point, type Size } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { ToolContext } from '../../define-tool.ts';
import { placeOn } from '../../input/place-on.ts';
import { resolveTarget } from '../../target/resolve-target.ts';
import type { TargetInput } from '../../target/target-input.ts';

/** A drag as it was: places in elements, and how large those were. */
export interface RecordedWay extends TargetInput {
  readonly at: Point;
  readonly size: Size;
  readonly to: Point;
  readonly onto?: (Pick<TargetInput, 'selector' | 'name' | 'alternatives'> & { readonly size: Size }) | undefined;
}

/** The drag as it goes now, in screen pixels. */
export interface Way {
  readonly window: WindowInfo;
  readonly element: ElementNode;
  /** What it ends on, where that is another element. */
  readonly onto: ElementNode | null;
  readonly from: Point;
  readonly to: Point;
}

/**
 * From the same place of the element to the same place of the one where it ends. One that ends beside what it began on, as
 * that of a divider does, goes as far as it went.
 * @throws AppError as `resolveTarget` for either of them
 */
export async function wayOf(context: ToolContext, { onto, to, ...source }: RecordedWay): Promise<Way> {
  const { window, element, at: middle } = await resolveTarget(context, source);
  const from = element.bounds ? placeOn(element.bounds, element.controlType, source) : middle;
  if (onto) {
    const end = await resolveTarget(context, { ...onto, window: { handle: window.id } });
    const { bounds, controlType } = end.element;
    const there = bounds ? placeOn(bounds, controlType, { at: to, size: onto.size }) : end.at;
    return { window, element, onto: end.element, from, to: there };
  }
  const { bounds, controlType } = element;
  const staysInside = contains({ x: 0, y: 0, ...source.size }, to);
  const there =
    bounds && staysInside
      ? placeOn(bounds, controlType, { at: to, size: source.size })
      : { x: from.x + to.x - source.at.x, y: from.y + to.y - source.at.y };
  return { window, element, onto: null, from, to: there };
}
