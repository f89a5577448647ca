import { calledBy } from '../../target/known-element.ts';
import {
  aimed,
  resolveUsable,
  type AimedTarget,
  type Target as UsableTarget,
  type Usable,
} from '../../target/resolve-target.ts';
import type { ToolContext } from '../../define-tool.ts';
import { intendedField } from './field-meant.ts';
import { noElement } from '../../target/which-element.ts';
import { locate, queryOf, type WaitLimit, type Target, type Scan } from './locate.ts';

/**
 * The intended element, once it is usable: enabled, visible, at rest, in front.
 * @param until milliseconds of `Date.now()`
 * @param how as `resolveTarget`
 * @throws AppError errors of `locate` and `resolveTarget`
 */
export async function readyTarget(
  context: ToolContext,
  wanted: Target,
  scan: Scan,
  until: number,
  how?: Usable,
): Promise<AimedTarget> {
  return aimed(await usableTarget(context, wanted, scan, until, { how }));
}

/**
 * The same for actions without the mouse: as `resolveUsable`.
 * @param prefer for fields: preferred types in order; a label then stands for its field
 * @param how as `resolveUsable`
 */
export async function usableTarget(
  context: ToolContext,
  wanted: Target,
  scan: Scan,
  until: number,
  { prefer, how }: { readonly prefer?: WaitLimit['prefer']; readonly how?: Usable | undefined } = {},
): Promise<UsableTarget> {
  const named = await locate(context, wanted, scan, { until, ...(prefer && { prefer }) });
  const located = { ...named, ...(prefer && { element: await intendedField(context, named.element) }) };
  const { controlType } = located.element;
  if (prefer && isByCriteria(wanted) && !prefer.some((types) => types.has(controlType)))
    throw noElement(queryOf(wanted), located.window);
  const timeout_ms = Math.max(0, until - Date.now());
  const called = wanted.element === undefined ? null : calledBy(context.session, wanted.element);
  const point = called?.by === 'point' ? called.at : undefined;
  const byWords = wanted.element === undefined;
  return resolveUsable(context, { id: located.element.id, timeout_ms }, { ...located, point, byWords }, how);
}

/** Without an element or a type, one of the preferred types is meant. */
function isByCriteria({ element, selector, control_type: type }: Target): boolean {
  return element === undefined && selector === undefined && type === undefined;
}
