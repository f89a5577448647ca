import { calledBy } from '../../target/known-element.ts';
import { aimed, resolveUsable, type AimedTarget, type Target as UsableTarget } from '../../target/resolve-target.ts';
import type { ToolContext } from '../../define-tool.ts';
import type { Scan } from './action.ts';
import { locate, type Target } from './locate.ts';

/**
 * The one element that is meant, when it can be used: enabled, visible, at rest, in front.
 * @param until milliseconds of `Date.now()`
 * @throws AppError what `locate` and `resolveTarget` throw
 */
export async function readyTarget(
  context: ToolContext,
  wanted: Target,
  scan: Scan,
  until: number,
): Promise<AimedTarget> {
  return aimed(await usableTarget(context, wanted, scan, until));
}

/** The same, for what can do without the mouse: as `resolveUsable`. */
export async function usableTarget(
  context: ToolContext,
  wanted: Target,
  scan: Scan,
  until: number,
): Promise<UsableTarget> {
  const located = await locate(context, wanted, scan, { until });
  const timeout_ms = Math.max(0, until - Date.now());
  const called = wanted.element === undefined ? null : calledBy(context.session, wanted.element);
  const point = called?.by === 'point' ? called.at : undefined;
  return resolveUsable(context, { id: located.element.id, timeout_ms }, { ...located, point });
}
