import { AppError } from '#contract/errors';
import { center, type Point } from '#contract/model/geometry';
import { describeElement } from '#contract/model/elements/element';
import { pointIn } from '#contract/model/elements/element-query';
import type { WindowInfo } from '#contract/model/windows/window';
import type { OnElement } from '../../../../engine/engine.ts';
import type { LookContext, ToolContext } from '../../../define-tool.ts';
import { aimAt } from '../../../target/in-front.ts';
import { resolveTarget } from '../../../target/resolve-target.ts';
import { knownElement } from '../../../target/known-element.ts';

export const placeHint =
  'A place on the screen in pixels, such as “480,330”, or the middle of an element: its ref or id.';

/** A place that was named, and how to call it in a sentence. */
export interface Named {
  readonly at: Point;
  readonly what: string;
  /** The element that was named, which must lie there. */
  readonly on?: OnElement | undefined;
}

/**
 * The place that `480,330` or an element stands for; an element is brought to the front and made ready.
 * @throws AppError what `resolveTarget` throws, `invalid_parameter`
 */
export async function toPoint(context: ToolContext, text: string): Promise<Named> {
  const at = pointIn(text);
  if (at) return { at, what: `${at.x}, ${at.y}` };
  const known = await knownElement(context, text);
  const target = await resolveTarget(context, { id: known.element.id, timeout_ms: 2_000 }, known);
  const aim = await aimAt(context, target, target.at);
  return { ...aim, what: `${describeElement(target.element)} at ${aim.at.x}, ${aim.at.y}` };
}

/**
 * The window that a press at a point would reach, for the permission question.
 * @throws AppError `window_not_found`
 */
export async function windowAt({ engine, signal }: LookContext, { x, y }: Point): Promise<WindowInfo> {
  const found = await engine.windowAt({ x, y }, { signal });
  if (found) return found;
  throw new AppError('window_not_found', `There is no window at ${x}, ${y}.`);
}

/** Where a place that was named is now. @throws AppError `element_stale`, `element_not_found` where it is nowhere */
export async function placeOf(context: LookContext, text: string): Promise<Point> {
  const at = pointIn(text);
  if (at) return at;
  const { element } = await knownElement(context, text);
  if (element.bounds) return center(element.bounds);
  throw new AppError('element_not_found', `${describeElement(element)} has no position on the screen.`);
}

/** What the element of a place is called, for the permission question; what lies at a bare point is looked up for all tools. */
export async function labelOf(context: LookContext, text: string): Promise<readonly string[]> {
  return pointIn(text) ? [] : [(await knownElement(context, text)).element.name];
}
