import { AppError } from '#contract/errors';
import {
  describeElement,
  hasState,
  type ControlType,
  type ElementNode,
  type ElementHit,
} from '#contract/model/elements/element';
import { parseSelector } from '#contract/model/elements/selector';
import { center, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { isCell } from '#contract/model/elements/element-facts';
import { sleep } from '../../base/async/deadline.ts';
import type { ToolContext } from '../define-tool.ts';
import { aimAt } from '../target/in-front.ts';
import { votesOf } from '../target/candidates/alternatives.ts';
import { aimed, resolveUsable, type Target } from '../target/resolve-target.ts';
import { isSeen } from '../target/in-picture/seen-controls.ts';
import type { TargetInput } from '../target/target-input.ts';
import { findWindow, frontWindow } from '../target/windows/target-window.ts';
import { alike } from '../target/candidates/alike.ts';
import { isTerminal, isText } from './text-place.ts';

/**
 * Focuses the call's element, directly or, if that fails, by a click. An element that already has focus is left alone: a click
 * moves the caret, selects a row, or presses something in its middle.
 */
export async function focusControl(
  context: ToolContext,
  input: TargetInput,
): Promise<{ readonly window: WindowInfo; readonly element: ElementNode }> {
  const { engine, signal } = context;
  const target = await resolveUsable(context, input).catch((error: unknown) => focusedInstead(context, input, error));
  const { window, element } = target;
  const inFront = async () => ({ window: await frontWindow(context, { window: { handle: window.id } }), element });
  const hit = await engine.focused({ window: window.id }, { signal });
  if (hasFocus(hit, element)) return inFront();
  if (!hit && views.has(element.controlType)) {
    const now = await inFront();
    // A window behind others may report its focus once it is in front.
    const given = await engine.focused({ window: window.id }, { signal });
    if (!given || hasFocus(given, element)) return now;
  }
  if (isSeen(element) || !(await focusItself(context, element))) {
    const aim = await aimAt(context, target, focusPlace(element, aimed(target).at));
    await engine.click({ ...aim, button: 'left', count: 1 }, { signal });
  }
  return { window, element };
}

/**
 * A field without a name may have only its index left if its surroundings were renamed, such as the tab of a changed text, or be
 * one of many, such as those of all tabs: it is the one that received the keys before, if it has the focus.
 * @throws the error if it does not
 */
async function focusedInstead(context: ToolContext, input: TargetInput, error: unknown): Promise<Target> {
  const { selector, alternatives = [] } = input;
  const isUnclear = error instanceof AppError && ['element_not_found', 'multiple_matches'].includes(error.code);
  if (!isUnclear || selector === undefined) throw error;
  const window = await findWindow(context, input.window);
  const hit = await context.engine.focused({ window: window.id }, { signal: context.signal });
  const vote = (await votesOf(context, window, alternatives)).find((each) => each.element.id === hit?.element.id);
  const isOnlyPlaced = [selector, ...alternatives].every((one) => placesField(one, hit?.element));
  const element = vote?.element ?? (isOnlyPlaced ? hit?.element : undefined);
  if (!element) throw error;
  const { bounds } = element;
  context.resolved({
    selector,
    matchCount: 1,
    attempts: 1,
    elapsedMs: 0,
    bounds,
    element: describeElement(element),
    // Nothing but its type is known of it, and that it has the focus.
    healedFrom: vote?.selector ?? 'role=Edit',
  });
  return { window, element, byWords: true, at: bounds && center(bounds) };
}

/** Whether a selector says no more of an element than where it is, and the nameless field may be that. */
function placesField(selector: string, field: ElementNode | undefined): boolean {
  if (!field || field.controlType !== 'Edit' || field.name !== '') return false;
  const { nth: _, path: __, near: ___, role, ...words } = parseSelector(selector).at(-1) ?? {};
  return (role === undefined || role === field.controlType) && Object.keys(words).length === 0;
}

/** Where a click only focuses: the middle of a number field may have its buttons. */
export function focusPlace({ controlType, bounds }: ElementNode, middle: Point): Point {
  if (controlType !== 'Spinner' || !bounds) return middle;
  return { x: bounds.x + Math.round(bounds.width / 8), y: middle.y };
}

/**
 * A click in their middle presses what lies there, and ends the editing of a name in them, whose field some toolkits do not
 * report: then no element has the focus.
 */
const views: ReadonlySet<ControlType> = new Set<ControlType>(['DataGrid', 'List', 'Pane', 'Table', 'Tree']);

/** Its own focus, or a descendant's if it takes none itself or is a view, whose items take its keys. */
function hasFocus(hit: ElementHit | null, element: ElementNode): boolean {
  if (hit?.element.id === element.id) return true;
  const isByDescendants = !hasState(element, 'focusable') || views.has(element.controlType);
  return isByDescendants && hit?.ancestors.some((each) => each.id === element.id) === true;
}

/** False if it cannot be focused directly. */
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

/** How long a field may take to get focus after a click, in milliseconds. */
const followMs = 1_000;

const lookEveryMs = 50;

/**
 * Waits until keys go into the field, so that select-all and Delete affect only its text.
 * @param at where it was clicked; null if it was not
 * @returns the field afterwards; null if it was only seen
 * @throws AppError `not_verified`, `not_delivered`, if something else has the focus
 */
export async function ensureTextFocus(
  context: ToolContext,
  window: WindowInfo,
  field: ElementNode,
  at: Point | null,
): Promise<ElementNode | null> {
  const end = Date.now() + followMs;
  for (;;) {
    const now = isSeen(field) ? null : await context.engine.details({ element: field.id }, { signal: context.signal });
    if (now && hasState(now, 'focused')) return now;
    const hit = await context.engine.focused({ window: window.id }, { signal: context.signal });
    if (await isFocused(context, field, hit, at)) return now;
    if (Date.now() >= end) throw focusElsewhere(field, hit);
    await sleep(lookEveryMs, context.signal);
  }
}

function focusElsewhere(field: ElementNode, hit: ElementHit | null): AppError {
  const where = hit ? `${describeElement(hit.element)} has it` : 'no element has it';
  return new AppError('not_verified', `${describeElement(field)} did not take the keyboard focus: ${where}.`, {
    hint: 'Look at the window: the field may open only after a click, a double click or F2.',
    delivery: 'not_delivered',
  });
}

async function isFocused(
  context: ToolContext,
  field: ElementNode,
  hit: ElementHit | null,
  at: Point | null,
): Promise<boolean> {
  if (hit && alike(hit.element, field)) return true;
  if (isSeen(field)) return false;
  if (hit?.ancestors.some((each) => alike(each, field))) return !isCell(hit.element) && !isTerminal(hit.element);
  const { engine, signal } = context;
  // If an app reports no focus, the position of the click decides.
  if (!hit) return at !== null && (await isAt(context, field, at));
  // The focus of a combo box or a number field is that of the text in it.
  if (!isText(hit.element)) return false;
  const around = await engine.ancestors({ element: field.id }, { signal });
  return around.some((each) => alike(each, hit.element));
}

async function isAt({ engine, signal }: ToolContext, field: ElementNode, at: Point): Promise<boolean> {
  const hit = await engine.elementAt(at, { signal });
  return hit !== null && [hit.element, ...hit.ancestors].some((each) => alike(each, field));
}
