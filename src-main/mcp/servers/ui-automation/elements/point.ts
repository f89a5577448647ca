import { AppError } from '#contract/errors';
import { contains, type Point } from '#contract/model/geometry';
import { describeElement } from '#contract/model/element';
import type { WindowInfo } from '#contract/model/window';
import type { LookContext, ToolContext } from '../../../define-tool.ts';
import { ensureInFront } from '../../../in-front.ts';
import { resolveTarget } from '../../../resolve-target.ts';
import { knownElement } from '../known-element.ts';
import { toElementId } from '../window-of.ts';

const coordinates = /^\s*(-?\d+)\s*,\s*(-?\d+)\s*$/;

export const placeHint =
  'A place on the screen in pixels, such as “480,330”, or the middle of an element: its ref or id.';

/** A place that was named, and how to call it in a sentence. */
export interface Named {
  readonly at: Point;
  readonly what: string;
}

/**
 * The place that `480,330` or an element stands for; an element is brought to the front and made ready.
 * @throws AppError what `resolveTarget` throws, `invalid_parameter`
 */
export async function toPoint(context: ToolContext, text: string): Promise<Named> {
  const at = pointOf(text);
  if (at) return { at, what: `${at.x}, ${at.y}` };
  const target = await resolveTarget(context, { id: toElementId(context, text), timeout_ms: 2_000 });
  await ensureInFront(context, target.window, target.at);
  return { at: target.at, what: `${describeElement(target.element)} at ${target.at.x}, ${target.at.y}` };
}

export function pointOf(text: string): Point | null {
  const [, x, y] = coordinates.exec(text) ?? [];
  return x === undefined || y === undefined ? null : { x: Number(x), y: Number(y) };
}

/**
 * The window that a press at a point would reach, for the permission question.
 * @throws AppError `window_not_found`
 */
export async function windowAt({ engine, signal }: LookContext, at: Point): Promise<WindowInfo> {
  const { items } = await engine.listWindows({}, { signal });
  const found = items.find((window) => window.state !== 'minimized' && contains(window.bounds, at));
  if (found) return found;
  throw new AppError('window_not_found', `There is no window at ${at.x}, ${at.y}.`);
}

/** What the element of a place is called, for the permission question; nothing where it is a point without one. */
export async function labelOf(context: LookContext, text: string): Promise<readonly string[]> {
  const at = pointOf(text);
  return at ? labelAt(context, at) : [(await knownElement(context, text)).element.name];
}

export async function labelAt({ engine, signal }: LookContext, { x, y }: Point): Promise<readonly string[]> {
  const hit = await engine.elementAt({ x, y }, { signal });
  return hit ? [hit.element.name] : [];
}
