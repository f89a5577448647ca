import { AppError } from '#contract/errors';
import type { Modifier, MouseButton } from '#contract/model/recordings/action';
import type { ElementNode } from '#contract/model/elements/element';
import { center, contains, sameRect, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../define-tool.ts';
import { aimAt, ensureInFront, type Aimed } from '../target/in-front.ts';
import { resolveTarget, resolveUsable, type Target } from '../target/resolve-target.ts';
import { namesElement, type TargetInput } from '../target/target-input.ts';
import { isSameAnywhere, placeOn, type PlaceOn } from './place-on.ts';
import { pressByPattern, type Click } from './press-by-pattern.ts';
import { frontWindow } from '../target/windows/target-window.ts';

/** The clicked element. */
export interface Clicked {
  readonly element: ElementNode;
  /** How, as the end of a sentence, unless by the mouse. */
  readonly how?: string;
  /** Where, physical screen pixels, if by the mouse. */
  readonly at?: Point;
}

/**
 * Clicks the call's element; without a known position, uses its pattern instead.
 * @param place where on it; its middle by default
 * @throws AppError as `resolveUsable`, `ensureInFront` and `pressByPattern`
 */
export async function clickElement(
  context: ToolContext,
  input: TargetInput,
  click: Click,
  place?: PlaceOn,
): Promise<Clicked> {
  return clickTarget(context, await resolveUsable(context, input), click, place);
}

/** The same for a resolved element. */
export async function clickTarget(
  context: ToolContext,
  target: Target,
  click: Click,
  place?: PlaceOn,
): Promise<Clicked> {
  const { element, at: middle } = target;
  if (!middle) return { element, how: await pressByPattern(context, element, click, place) };
  const { bounds, controlType } = element;
  const there = place && bounds ? placeOn(bounds, controlType, place) : middle;
  const aim = await aimAt(context, target, there, place ? { only: !isSameAnywhere(controlType) } : {});
  const at = await press(context, aim, click).catch((error: unknown) => {
    if (place) throw error;
    return pressMoved(context, target, click, error);
  });
  return { element, at };
}

/** Number of attempts to aim at a moving target. */
const mostMoves = 3;

/**
 * A page may change its layout as the pointer arrives, such as suggestions of which one turns bold: the pointer is then beside
 * the element. Aims at the element's new position.
 * @returns where it was clicked
 * @throws AppError the first error if the element has not moved; as `aimAt`
 */
async function pressMoved(
  context: ToolContext,
  target: Target,
  click: Click,
  first: unknown,
  moves = 1,
): Promise<Point> {
  if (!isAnotherThere(first) || moves > mostMoves) throw first;
  const { bounds, ...now } = await context.engine.details({ element: target.element.id }, { signal: context.signal });
  if (!bounds || !target.element.bounds || sameRect(bounds, target.element.bounds)) throw first;
  const moved = { ...target, element: { ...now, bounds } };
  return press(context, await aimAt(context, moved, center(bounds)), click).catch((error: unknown) =>
    pressMoved(context, moved, click, error, moves + 1),
  );
}

function isAnotherThere(error: unknown): boolean {
  return error instanceof AppError && error.code === 'wrong_target_window' && error.delivery === 'not_delivered';
}

/** Clicks exactly this pixel of a resolved element. @throws AppError as `aimAt` */
export async function clickThere(context: ToolContext, target: Target, at: Point, click: Click): Promise<void> {
  await press(context, await aimAt(context, target, at, { only: true }), click);
}

/** Clicks a screen pixel of the window. @throws AppError `wrong_target_window` if another covers it */
export async function clickAt(context: ToolContext, window: WindowInfo, at: Point, click: Click): Promise<void> {
  await ensureInFront(context, window, at);
  await press(context, { at }, click);
}

/**
 * Moves the pointer to the call's element, and leaves it there.
 * @throws AppError as `resolveTarget` and `ensureInFront`
 */
export async function pointAt(context: ToolContext, input: TargetInput, place?: PlaceOn): Promise<ElementNode> {
  const target = await resolveTarget(context, input, undefined, { disabled: true });
  const { element, at: middle } = target;
  const { bounds, controlType } = element;
  await restAt(context, await aimAt(context, target, place && bounds ? placeOn(bounds, controlType, place) : middle));
  return element;
}

/** Moves the pointer to a screen pixel, and leaves it there. */
export async function restAt({ engine, signal }: ToolContext, { at, on }: Aimed): Promise<void> {
  // If it is there already, apps see no move.
  await engine.moveMouse({ x: at.x + 1, y: at.y }, { signal });
  await engine.moveMouse({ ...at, ...(on && { on }) }, { signal });
}

/** @returns where */
async function press(context: ToolContext, aim: Aimed, click: Click): Promise<Point> {
  const { holdMs = 0, modifiers } = click;
  const options = { signal: context.signal, ...(holdMs > 0 && { timeoutMs: holdMs + 10_000 }) };
  await context.engine.click({ ...aim, ...click, modifiers: [...modifiers] }, options);
  return aim.at;
}

export interface Drag {
  /** Screen pixels, like the way points. */
  readonly from: Point;
  /** The required element there. */
  readonly element?: ElementNode | undefined;
  readonly via?: readonly Point[];
  readonly to: Point;
  readonly button: MouseButton;
  /** Held during the drag. */
  readonly modifiers: readonly Modifier[];
  readonly durationMs: number;
}

/** The target of a drag. */
export interface DragEnd {
  readonly window: WindowInfo;
  /** Missing if only its position is known. */
  readonly element?: ElementNode | undefined;
}

/**
 * Drags from a pixel of the window to one of the target window; within its own window it may end outside, as that of a slider
 * does.
 * @throws AppError `wrong_target_window` if another window covers either
 */
export async function dragFrom(
  context: ToolContext,
  window: WindowInfo,
  drag: Drag,
  end: DragEnd = { window },
): Promise<void> {
  const { from, to, via = [], modifiers, element, ...how } = drag;
  const begins = await dragPlace(context, window, from, element);
  const isInWindow = end.window.id !== window.id || contains(window.bounds, to);
  const ends = isInWindow ? await dragPlace(context, end.window, to, end.element) : undefined;
  await context.engine.drag(
    { from, to, ...how, via: [...via], modifiers: [...modifiers], on: { from: begins, to: ends } },
    { signal: context.signal, timeoutMs: drag.durationMs + 10_000 },
  );
}

/** A drag needs exact positions: no other spot of its elements will do. */
async function dragPlace(context: ToolContext, window: WindowInfo, at: Point, element?: ElementNode) {
  if (element) return (await aimAt(context, { window, element }, at, { only: true, stays: true })).on;
  await ensureInFront(context, window, at);
  return undefined;
}

/**
 * Turns the wheel over the call's element, or over the middle of its window without one.
 * @param notches positive is up
 * @returns what it was turned over; the element is null for the window
 */
export async function scroll(
  context: ToolContext,
  input: TargetInput,
  notches: number,
): Promise<{ readonly window: WindowInfo; readonly element: ElementNode | null }> {
  const options = { signal: context.signal };
  if (!namesElement(input)) {
    const window = await frontWindow(context, input);
    const at = center(window.bounds);
    await ensureInFront(context, window, at);
    if (notches !== 0) await context.engine.scroll({ at, notches }, options);
    return { window, element: null };
  }
  const target = await resolveTarget(context, input, undefined, { disabled: true });
  const aim = await aimAt(context, target, target.at, { only: false });
  if (notches !== 0) await context.engine.scroll({ ...aim, notches }, options);
  return target;
}
