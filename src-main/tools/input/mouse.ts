import type { ClickCount } from '#contract/model/schemas/action';
import type { Modifier, MouseButton } from '#contract/model/action';
import type { ElementNode } from '#contract/model/element';
import { center, contains, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { ToolContext } from '../define-tool.ts';
import { ensureInFront } from '../target/in-front.ts';
import { resolveTarget, resolveUsable, type Target } from '../target/resolve-target.ts';
import { namesElement, type TargetInput } from '../target/target-input.ts';
import { placeOn, type PlaceOn } from './place-on.ts';
import { pressByPattern } from './press-by-pattern.ts';
import { frontWindow } from '../target/target-window.ts';

export interface Click {
  readonly button: MouseButton;
  readonly count: ClickCount;
  /** Held meanwhile. */
  readonly modifiers: readonly Modifier[];
  /** Milliseconds that the button stays down; a short click where missing. */
  readonly holdMs?: number;
}

/** What was clicked. */
export interface Clicked {
  readonly element: ElementNode;
  /** How, as the end of a sentence, where it was not by the mouse. */
  readonly how?: string;
}

/**
 * Clicks on the element a call means; where no one tells where it is, it is asked to do what a click would.
 * @param place where on it; its middle where missing
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

/** The same with an element that is ready. */
export async function clickTarget(
  context: ToolContext,
  target: Target,
  click: Click,
  place?: PlaceOn,
): Promise<Clicked> {
  const { window, element, at } = target;
  if (!at) return { element, how: await pressByPattern(context, element, click, place) };
  const { bounds, controlType } = element;
  const there = place && bounds ? placeOn(bounds, controlType, place) : at;
  await ensureInFront(context, window, there, element);
  await press(context, there, click);
  return { element };
}

/** Clicks at a screen pixel that the window has. @throws AppError `wrong_target_window` where another covers it */
export async function clickAt(context: ToolContext, window: WindowInfo, at: Point, click: Click): Promise<void> {
  await ensureInFront(context, window, at);
  await press(context, at, click);
}

/**
 * Brings the pointer to the element a call means, and leaves it there.
 * @throws AppError as `resolveTarget` and `ensureInFront`
 */
export async function pointAt(context: ToolContext, input: TargetInput, place?: PlaceOn): Promise<ElementNode> {
  const { window, element, at: middle } = await resolveTarget(context, input);
  const { bounds, controlType } = element;
  const at = place && bounds ? placeOn(bounds, controlType, place) : middle;
  await ensureInFront(context, window, at, element);
  await restAt(context, at);
  return element;
}

/** Brings the pointer to a screen pixel, and leaves it there. */
export async function restAt({ engine, signal }: ToolContext, { x, y }: Point): Promise<void> {
  // Where it is there already, apps hear of no move.
  for (const from of [x + 1, x]) await engine.moveMouse({ x: from, y }, { signal });
}

async function press(context: ToolContext, at: Point, click: Click): Promise<void> {
  const { holdMs = 0, modifiers } = click;
  const options = { signal: context.signal, ...(holdMs > 0 && { timeoutMs: holdMs + 10_000 }) };
  await context.engine.click({ at, ...click, modifiers: [...modifiers] }, options);
}

export interface Drag {
  /** Screen pixels, as are those it passes. */
  readonly from: Point;
  readonly via?: readonly Point[];
  readonly to: Point;
  readonly button: MouseButton;
  /** Held meanwhile. */
  readonly modifiers: readonly Modifier[];
  readonly durationMs: number;
}

/** What a drag ends on. */
export interface DragEnd {
  readonly window: WindowInfo;
  /** Missing where only its place is known. */
  readonly element?: ElementNode | undefined;
}

/**
 * Drags from a pixel that the window has, to one that the window at its end has; within its own window it may end outside,
 * as that of a slider does.
 * @throws AppError `wrong_target_window` where another covers either
 */
export async function dragFrom(
  context: ToolContext,
  window: WindowInfo,
  drag: Drag,
  end: DragEnd = { window },
): Promise<void> {
  await ensureInFront(context, window, drag.from);
  if (end.window.id !== window.id || contains(window.bounds, drag.to))
    await ensureInFront(context, end.window, drag.to, end.element);
  const timeoutMs = drag.durationMs + 10_000;
  const { via = [], modifiers } = drag;
  await context.engine.drag(
    { ...drag, via: [...via], modifiers: [...modifiers] },
    { signal: context.signal, timeoutMs },
  );
}

/**
 * Turns the wheel over the element a call means, or over the middle of its window where it names none.
 * @param notches positive is up
 * @returns what it was turned over; the element is null for the window
 */
export async function scroll(
  context: ToolContext,
  input: TargetInput,
  notches: number,
): Promise<{ readonly window: WindowInfo; readonly element: ElementNode | null }> {
  const { window, element, at } = namesElement(input)
    ? await resolveTarget(context, input)
    : middleOf(await frontWindow(context, input));
  await ensureInFront(context, window, at);
  if (notches !== 0) await context.engine.scroll({ at, notches }, { signal: context.signal });
  return { window, element };
}

function middleOf(window: WindowInfo) {
  return { window, element: null, at: center(window.bounds) };
}
