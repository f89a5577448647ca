import { sleep } from '../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Modifier, MouseButton } from '#contract/model/recordings/action';
import { contains, formatRect, type Point } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import { parseElementId } from '#contract/model/elements/element';
import type { RowNow } from '../backend.ts';
import { inPart } from '../../base/delivery.ts';
import type { AimedElement, OnElement } from '../engine.ts';
import type { CallContext, EngineContext, Operation } from '../operations/operation.ts';
import { isPicture } from '../selectors/pictures/found-pictures.ts';
import { touchableWindowAt } from '../tree/hit.ts';
import { hasOpened, reachedAt } from '../tree/reached.ts';
import { isGoneNow } from '../tree/read.ts';
import { refuseChanged } from '../tree/pattern-refusals.ts';
import { everyWindow, isOwn, windowOf } from '../windows/lookup.ts';
import { closesOnly, opensBeside } from '../windows/open-menus.ts';
import { covered, heldByMenu } from './aim.ts';
import { untilButtonsFree, withReleasedKeys } from './held.ts';
import { confirmTaken, requireTaking } from './into-app.ts';
import { pressCheck, showsPointer, type PressCheck } from './press-taken.ts';
import { whyNoClick, worksOnRelease } from './release.ts';
import { stepsAlong } from './way.ts';

/** Pause between moving and pressing, so that the app notices the pointer first, in milliseconds. */
const settleMs = 15;
/** Pause between the clicks of a double click, far below every desktop's limit; milliseconds. */
const betweenClicksMs = 40;
/** How long a button stays down: apps that sample input miss shorter presses. Milliseconds. */
const pressMs = 20;
const betweenNotchesMs = 12;
/** A drag moves once per frame of a 60 Hz screen; milliseconds. */
const dragStepMs = 16;
const defaultDragMs = 300;

export const click: Operation<'click'> = async (
  context,
  { at: wanted, button, count, modifiers = [], holdMs = pressMs, over, on },
  call,
) => {
  const intended = await intendedAt(context, wanted, call, over);
  await withReleasedKeys(
    context,
    call,
    async (call) => {
      const at = on ? await refreshed(context, wanted, on, intended) : wanted;
      await approach(context, at, intended, call, on);
      const check = on ? await pressCheck(context, on, button, call) : null;
      await hold(context, modifiers, true);
      for (let i = 0; i < count; i++) {
        if (i > 0) await sleep(betweenClicksMs, call.signal);
        const before = await refuseOther(context, at, intended, call, i > 0 && on ? { ...on, again: true } : on).catch(
          (error: unknown) => {
            throw i > 0 ? inPart(error) : error;
          },
        );
        await pressAt(context, button, at, modifiers).catch((error: unknown) => {
          throw i > 0 ? inPart(error) : error;
        });
        if (on && check) await requireTaken(context, check, on, at);
        await sleep(Math.max(holdMs, pressMs), call.signal);
        if (on && intended && !check) await refuseCoveredSince(context, at, button, on, intended, call);
        const pressing = on && before && { element: on.element, before, at };
        const noClick = pressing && intended && (await whyNoClick(context, intended, pressing, call));
        // What is there instead may have taken the press.
        if (pressing && noClick) throw await releasedBeside(context, [pressing.element], at, noClick);
        // A pointer that left the element and came back still clicks it.
        await comeUp(context, button, at);
      }
      await hold(context, [...modifiers].reverse(), false);
      await confirm(context, intended, call);
    },
    { byMouse: true },
  );
};

/**
 * Has the app report the element's current name, which the press requires.
 * @returns where the point of the element is then: the app may scroll to what it focuses
 */
async function refreshed(
  context: EngineContext,
  at: Point,
  { element: { id, controlType, bounds } }: OnElement,
  intended: WindowInfo | null,
): Promise<Point> {
  const { elements } = context.backend;
  const { window: windowId, runtimeId } = parseElementId(id);
  if (!elements.refreshName || isPicture(runtimeId)) return at;
  const window = intended?.id === windowId ? intended : await windowOf(context, windowId);
  const now = await elements.refreshName(window, runtimeId, controlType);
  if (!now?.bounds || !bounds) return at;
  return { x: at.x + now.bounds.x - bounds.x, y: at.y + now.bounds.y - bounds.y };
}

/** @throws AppError `busy` if the user moved the pointer, so that the press arrived elsewhere, or holds a button */
async function pressAt(
  { backend: { input } }: EngineContext,
  button: MouseButton,
  at: Point,
  modifiers: readonly Modifier[],
): Promise<void> {
  const came = await input.pressAt(button, at, modifiers);
  if (came === null) {
    throw new AppError('busy', 'Someone pressed a mouse button or a modifier key just before: nothing was pressed.', {
      hint: 'Try again when nobody uses mouse and keyboard.',
      delivery: 'not_delivered',
    });
  }
  if (!input.reportsPointer || isNear(came, at)) return;
  await input.release(button, came);
  throw movedAway(`the ${button} button was pressed at ${came.x}, ${came.y} instead of ${at.x}, ${at.y}`);
}

/** @throws AppError `busy` if the user moved the pointer or used a button meanwhile */
async function dropAt(context: EngineContext, button: MouseButton, at: Point): Promise<void> {
  const left = await comeUp(context, button, at);
  if (!context.backend.input.reportsPointer || isNear(left, at)) return;
  throw movedAway(`it was at ${left.x}, ${left.y} before the ${button} button was released at ${at.x}, ${at.y}`);
}

/**
 * @returns where the pointer was before it was moved back
 * @throws AppError `busy` if the user used a button meanwhile
 */
async function comeUp({ backend: { input } }: EngineContext, button: MouseButton, at: Point): Promise<Point> {
  const left = await input.release(button, at);
  if (left === null) {
    throw new AppError('busy', `Someone used a mouse button while the ${button} button was down at ${at.x}, ${at.y}.`, {
      hint: 'Check the result, and try again when nobody uses the mouse.',
      delivery: 'unknown',
    });
  }
  return left;
}

/** Throws if the pointer is not where it was moved. @throws AppError `busy` */
async function refuseMoved({ backend: { input } }: EngineContext, at: Point): Promise<void> {
  if (!input.reportsPointer) return;
  const now = await input.pointer();
  if (!isNear(now, at)) throw movedAway(`it is at ${now.x}, ${now.y} instead of ${at.x}, ${at.y}`);
}

/** Pointers with coarser units are a pixel off. */
function isNear(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) <= 1 && Math.abs(a.y - b.y) <= 1;
}

function movedAway(what: string): AppError {
  return new AppError('busy', `Someone moved the pointer: ${what}.`, {
    hint: 'Check the result, and try again when nobody uses the mouse.',
    delivery: 'unknown',
  });
}

export const drag: Operation<'drag'> = async (context, { from, to, button, ...options }, call) => {
  const { via = [], durationMs = defaultDragMs, holdMs = settleMs, modifiers = [], over = {}, on = {} } = options;
  const [intended, goal] = [await reachable(context, from, over.from), await reachable(context, to, over.to)];
  for (const at of via) await refuseOffScreen(context, at);
  const { input } = context.backend;
  await withReleasedKeys(
    context,
    call,
    async (call) => {
      await approach(context, from, intended, call, on.from);
      await hold(context, modifiers, true);
      const before = await everyWindow(context);
      await refuseCovered(context, to, call, on.to);
      await refuseOther(context, from, intended, call, on.from);
      await pressAt(context, button, from, modifiers);
      try {
        await sleep(holdMs, call.signal);
        await glide(context, [from, ...via, to], durationMs, call);
        await sleep(Math.max(holdMs, settleMs), call.signal);
        await arrive(context, goal, call);
        await refuseStranger(context, to, { intended, goal, before });
        await refuseMoved(context, to);
      } catch (error) {
        // Dropping where the drag began has no effect.
        if (!call.signal.aborted) await input.move(from).catch(() => undefined);
        throw inPart(error);
      }
      await dropAt(context, button, to);
      await hold(context, [...modifiers].reverse(), false);
      for (const window of [intended, goal]) await confirm(context, window, call);
    },
    { byMouse: true },
  );
};

export const scroll: Operation<'scroll'> = async (context, { at, notches, axis = 'vertical', over, on }, call) => {
  const intended = await intendedAt(context, at, call, over);
  const { input } = context.backend;
  await withReleasedKeys(
    context,
    call,
    async (call) => {
      await approach(context, at, intended, call, on);
      await refuseOther(context, at, intended, call, on);
      await refuseMoved(context, at);
      for (let i = 0; i < Math.abs(notches); i++) {
        await input.wheel(axis, Math.sign(notches));
        await sleep(betweenNotchesMs, call.signal);
      }
      await refuseMoved(context, at);
      await confirm(context, intended, call);
    },
    { byMouse: true },
  );
  const { window: id, runtimeId } = on ? parseElementId(on.element.id) : { window: null, runtimeId: '' };
  return {
    isGone: intended !== null && intended.id === id && (await isGoneNow(context, intended, runtimeId, call.signal)),
  };
};

export const moveMouse: Operation<'moveMouse'> = async (context, { on, ...to }, call) => {
  await refuseOffScreen(context, to);
  await refuseCovered(context, to, call, on);
  await context.turns.take(call.signal, async () => {
    await untilButtonsFree(context, call);
    await context.backend.input.move(to);
  });
  if (!on) return;
  // The pointer stays; an element that appears over the target now is under it instead.
  await sleep(settleMs, call.signal);
  await refuseCovered(context, to, call, on).catch((error: unknown) => {
    throw inPart(error);
  });
};

/** Moves the pointer to the target. @throws AppError `wrong_target_window` if a cover keeps it from the element */
async function approach(
  context: EngineContext,
  at: Point,
  intended: WindowInfo | null,
  call: CallContext,
  on?: OnElement,
): Promise<void> {
  if (intended) await context.backend.elements.tellPlace?.(intended);
  const go = async () => {
    await context.backend.input.move(at);
    await arrive(context, intended, call);
  };
  if (!on?.perhaps) return go();
  const getsPointer = await showsPointer(context, on.element, go, call);
  if (!getsPointer) throw covered({ cover: on.perhaps }, on.element, at);
}

/** Waits until the target app has noticed the pointer. @throws AppError `target_not_responding` */
async function arrive(context: EngineContext, intended: WindowInfo | null, call: CallContext): Promise<void> {
  await sleep(settleMs, call.signal);
  if (!intended) return;
  await requireTaking(context, intended, call);
  context.receipts.sent(intended);
}

async function confirm(context: EngineContext, intended: WindowInfo | null, call: CallContext): Promise<void> {
  if (intended) await confirmTaken(context, intended, call);
}

async function glide(context: EngineContext, way: readonly Point[], durationMs: number, call: CallContext) {
  const steps = stepsAlong(way, Math.max(2, Math.round(durationMs / dragStepMs)));
  for (const [index, at] of steps.entries()) {
    const before = steps[index - 1];
    if (before) await refuseMoved(context, before);
    await context.backend.input.move(at);
    await sleep(durationMs / steps.length, call.signal);
  }
}

async function hold(context: EngineContext, modifiers: readonly Modifier[], down: boolean): Promise<void> {
  for (const modifier of modifiers) await context.backend.input.modifier(modifier, down);
}

/** The target window of a press. A window that the caller just saw is not queried again, since the press checks it. */
async function intendedAt(
  context: EngineContext,
  at: Point,
  { seen }: CallContext,
  over?: WindowId | null,
): Promise<WindowInfo | null> {
  const windows = (over && (await seen?.list({ all: true, own: true, foreign: true }))) || [];
  const window = windows.find(({ id, foreign }) => id === over && !foreign);
  if (!window || isOwn(context, window)) return reachable(context, at, over);
  await refuseOffScreen(context, at);
  return window;
}

/** @param over as in `Engine.click` */
async function reachable(context: EngineContext, at: Point, over?: WindowId | null): Promise<WindowInfo | null> {
  await refuseOffScreen(context, at);
  const window = await touchableWindowAt(context, at);
  if (over !== undefined && (window?.id ?? null) !== over) {
    const all = await everyWindow(context);
    throw another(at, window, all.find(({ id }) => id === over) ?? null);
  }
  return window;
}

/**
 * Checks again immediately before the press: the window may have closed, or another window or element may cover the target.
 * @returns the current element; null if none was required @throws AppError `wrong_target_window`
 */
async function refuseOther(
  context: EngineContext,
  at: Point,
  intended: WindowInfo | null,
  call: CallContext,
  on?: Pressed,
): Promise<RowNow | null> {
  const [element, now] = await Promise.all([
    refuseCovered(context, at, call, on, intended),
    // In parallel, since changes after the answer are missed anyway.
    touchableWindowAt(context, at),
  ]);
  if (now?.id !== intended?.id) throw another(at, now, intended);
  await refuseHeldPointer(context, at, intended, on && !on.again ? on.element : null, call);
  return element;
}

/**
 * An open menu gets every press, wherever it is made. If it is of the same app, a press on a menu bar opens another of its menus, and
 * one on what opened it closes it, as intended. Any other press on an element only closes it.
 * @throws AppError `busy`
 */
async function refuseHeldPointer(
  { backend }: EngineContext,
  at: Point,
  intended: WindowInfo | null,
  element: AimedElement | null,
  { signal }: CallContext,
): Promise<void> {
  const holder = intended && (await backend.windows.pointerHolder?.(intended));
  if (!holder) return;
  if (holder.own.length > 0) {
    if (!element || !closesOnly.has(intended.toolkit) || holder.own.some((popup) => opensBeside(element, popup)))
      return;
    if (await backend.windows.popupAt?.(at)) return;
    const { runtimeId } = parseElementId(element.id);
    const now = await backend.elements.details(intended, runtimeId, signal).catch(() => null);
    if (now && hasOpened(now)) return;
    throw heldByMenu(element);
  }
  throw new AppError('busy', `${quoted(holder.title || holder.app)} has grabbed the mouse, e.g. for an open menu.`, {
    hint: 'Try again once the menu is closed. A click on the empty desktop closes it.',
    delivery: 'not_delivered',
  });
}

/** @throws AppError `wrong_target_window` if the cover took the press */
async function requireTaken(context: EngineContext, check: PressCheck, { element, perhaps }: OnElement, at: Point) {
  if (await check.isTaken()) return;
  throw await releasedBeside(context, [element], at, covered({ cover: perhaps ?? element }, element, at));
}

/**
 * What comes to lie over the element between the check and the press gets the press: no app checks and presses in one step.
 * Menus do not count: the press opens them.
 * @throws AppError `wrong_target_window` if the element does not report the press, and something else is there now
 */
async function refuseCoveredSince(
  context: EngineContext,
  at: Point,
  button: MouseButton,
  { element, hit }: OnElement,
  window: WindowInfo,
  call: CallContext,
): Promise<void> {
  const { elements } = context.backend;
  const { window: id, runtimeId } = parseElementId(element.id);
  if (id !== window.id) return;
  const isTaken = await elements.isPressed?.(window, runtimeId, call.signal).catch(() => null);
  if (isTaken === true || (isTaken !== false && !mayBeAskedAgain(element, button))) return;
  const reached = await reachedAt(context, window, element, at, { ...call, known: hit }).catch(() => null);
  if (reached?.by !== 'other' || reached.isMenu) return;
  // What GTK 4 has just been given is no element yet: its container is hit. A page may shield all of itself once it is pressed.
  if (reached.isAround && !(reached.isOfApp && isTaken !== false)) return;
  throw await releasedBeside(context, [element, reached.cover], at, covered(reached, element, at));
}

/** Whether a press opens nothing over the element itself: then what is there now was there before the press. */
function mayBeAskedAgain({ controlType }: AimedElement, button: MouseButton): boolean {
  return button === 'left' && (worksOnRelease.has(controlType) || controlType === 'Image');
}

/** Moves the pointer off the element and what covers it, so that the release clicks neither. */
async function releasedBeside(
  context: EngineContext,
  off: readonly Pick<AimedElement, 'bounds'>[],
  at: Point,
  error: AppError,
) {
  const boxes = off.flatMap(({ bounds }) => bounds ?? []);
  const left = Math.min(...boxes.map(({ x }) => x)) - 2;
  const x = left >= 0 ? left : Math.max(...boxes.map((box) => box.x + box.width)) + 2;
  if (boxes.length > 0) await context.backend.input.move({ x, y: at.y }).catch(() => undefined);
  return inPart(error);
}

/** `again` for the second press of a double click: the first may have renamed the element. */
type Pressed = OnElement & { readonly again?: boolean };

/** @throws AppError `wrong_target_window`, `element_stale`, also if the element was renamed */
async function refuseCovered(
  context: EngineContext,
  at: Point,
  call: CallContext,
  on?: Pressed,
  known?: WindowInfo | null,
): Promise<RowNow | null> {
  if (!on) return null;
  const { element, hit, perhaps, again = false } = on;
  const { window: id } = parseElementId(element.id);
  const window = known?.id === id ? known : await windowOf(context, id);
  const [reached, now] = await Promise.all([
    reachedAt(context, window, element, at, { ...call, known: hit }),
    again ? null : refuseChanged(context, window, element, call),
  ]);
  if (reached.by === 'other' || (reached.by === 'perhaps' && !perhaps)) throw covered(reached, element, at);
  return now;
}

/** What was checked before a drag. */
interface Drag {
  readonly intended: WindowInfo | null;
  readonly goal: WindowInfo | null;
  /** The windows before the press. */
  readonly before: readonly WindowInfo[];
}

/**
 * At the moment of the drop. The dragged object may itself be a window at the point, or that of a tab or of a picture under the
 * pointer, opened since the press by an app that took part from the start.
 * @throws AppError `wrong_target_window`
 */
async function refuseStranger(context: EngineContext, at: Point, drag: Drag): Promise<void> {
  const now = await touchableWindowAt(context, at);
  if (!isExpected(now, drag)) throw another(at, now, drag.goal);
}

function isExpected(now: WindowInfo | null, { intended, goal, before }: Drag): boolean {
  // A window that is shrunk by its edge may end beside the pointer.
  if (!now) return goal === null || goal.id === intended?.id;
  const takePart = [intended, goal].filter((window) => window !== null);
  if (takePart.some(({ id }) => id === now.id)) return true;
  const isNew = !before.some(({ id }) => id === now.id);
  return isNew && now.processId !== 0 && takePart.some(({ processId }) => processId === now.processId);
}

function another(at: Point, now: WindowInfo | null, intended: WindowInfo | null): AppError {
  const name = (window: WindowInfo | null) => (window ? quoted(window.title) : 'no window');
  return new AppError(
    'wrong_target_window',
    `${name(now)} is at ${at.x}, ${at.y} now, and ${name(intended)} was meant.`,
    {
      hint: 'Look again: a window has opened or closed there.',
      delivery: 'not_delivered',
    },
  );
}

/** @throws AppError `invalid_region` */
async function refuseOffScreen(context: EngineContext, at: Point): Promise<void> {
  const monitors = await context.backend.monitors();
  if (monitors.some((monitor) => contains(monitor.bounds, at))) return;
  const windows = await everyWindow(context).catch(() => []);
  const window = windows.find(({ bounds, state }) => state !== 'minimized' && contains(bounds, at));
  const message = `${at.x}, ${at.y} is on no monitor.`;
  if (!window) throw new AppError('invalid_region', message, { delivery: 'not_delivered' });
  // A desktop that shrank leaves windows where they were.
  throw new AppError('invalid_region', `${message} ${quoted(window.title)} is partly or wholly off the screen.`, {
    hint: `Move the window ${window.id} onto a monitor (${monitors.map(({ bounds }) => formatRect(bounds)).join('; ')}), then try again.`,
    data: { window: window.id, bounds: window.bounds },
    delivery: 'not_delivered',
  });
}
