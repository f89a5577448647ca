import { AppError } from '#contract/errors';
import { hasState, type ElementNode } from '#contract/model/elements/element';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../define-tool.ts';
import { aimAt } from '../target/in-front.ts';
import { aimed, resolveUsable } from '../target/resolve-target.ts';
import { isSeen } from '../target/in-picture/seen-controls.ts';
import type { TargetInput } from '../target/target-input.ts';
import { frontWindow } from '../target/windows/target-window.ts';

/**
 * Gives the keyboard to the control that a call means, by itself or, where it cannot, by a click as a person would. One
 * that has it already is left alone: a click moves the caret, chooses a row, presses what lies in its middle.
 */
export async function focusControl(
  context: ToolContext,
  input: TargetInput,
): Promise<{ readonly window: WindowInfo; readonly element: ElementNode }> {
  const { engine, signal } = context;
  const target = await resolveUsable(context, input);
  const { window, element } = target;
  if (await hasFocus(context, window, element)) {
    return { window: await frontWindow(context, { window: { handle: window.id } }), element };
  }
  if (isSeen(element) || !(await focusItself(context, element))) {
    const aim = await aimAt(context, target, focusPlace(element, aimed(target).at));
    await engine.click({ ...aim, button: 'left', count: 1 }, { signal });
  }
  return { window, element };
}

/** Where a click does nothing but give the focus: in the middle of a field for numbers there may be its buttons. */
export function focusPlace({ controlType, bounds }: ElementNode, middle: Point): Point {
  if (controlType !== 'Spinner' || !bounds) return middle;
  return { x: bounds.x + Math.round(bounds.width / 8), y: middle.y };
}

/** Its own, or that of something in it where it takes none itself. */
async function hasFocus({ engine, signal }: ToolContext, { id }: WindowInfo, element: ElementNode): Promise<boolean> {
  const hit = await engine.focused({ window: id }, { signal });
  if (hit?.element.id === element.id) return true;
  return !hasState(element, 'focusable') && hit?.ancestors.some((each) => each.id === element.id) === true;
}

/** False where it cannot be focused by itself. */
async function focusItself({ engine, signal }: ToolContext, { id }: ElementNode): Promise<boolean> {
  try {
    await engine.focusElement({ element: id }, { signal });
    return true;
  } catch (error) {
    const cannot = error instanceof AppError && ['pattern_not_supported', 'not_verified'].includes(error.code);
    if (cannot) return false;
    throw error;
  }
}
