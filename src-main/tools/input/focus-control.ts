import { AppError } from '#contract/errors';
import { describeElement, hasState, type ElementNode } from '#contract/model/elements/element';
import { center, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../define-tool.ts';
import { aimAt } from '../target/in-front.ts';
import { votesOf } from '../target/candidates/alternatives.ts';
import { aimed, resolveUsable, type Target } from '../target/resolve-target.ts';
import { isSeen } from '../target/in-picture/seen-controls.ts';
import type { TargetInput } from '../target/target-input.ts';
import { findWindow, frontWindow } from '../target/windows/target-window.ts';

/**
 * Gives the keyboard to the control that a call means, by itself or, where it cannot, by a click as a person would. One
 * that has it already is left alone: a click moves the caret, chooses a row, presses what lies in its middle.
 */
export async function focusControl(
  context: ToolContext,
  input: TargetInput,
): Promise<{ readonly window: WindowInfo; readonly element: ElementNode }> {
  const { engine, signal } = context;
  const target = await resolveUsable(context, input).catch((error: unknown) => focusedInstead(context, input, error));
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

/**
 * Of a field without a name nothing may be left but its number, where what stood around it is called otherwise by now, as the tab
 * of a text that was changed: it is the one to which the keys before it went, where it has the focus.
 * @throws the error where it is not
 */
async function focusedInstead(context: ToolContext, input: TargetInput, error: unknown): Promise<Target> {
  const { selector, alternatives = [] } = input;
  if (!(error instanceof AppError) || error.code !== 'element_not_found' || selector === undefined) throw error;
  const window = await findWindow(context, input.window);
  const hit = await context.engine.focused({ window: window.id }, { signal: context.signal });
  const vote = (await votesOf(context, window, alternatives)).find((each) => each.element.id === hit?.element.id);
  if (!vote) throw error;
  const { element } = vote;
  const { bounds } = element;
  context.resolved({
    selector,
    matchCount: 1,
    attempts: 1,
    elapsedMs: 0,
    bounds,
    element: describeElement(element),
    healedFrom: vote.selector,
  });
  return { window, element, byWords: true, at: bounds && center(bounds) };
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
