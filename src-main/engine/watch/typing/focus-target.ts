import { performance } from 'node:perf_hooks';
import { sleep } from '../../../base/async/deadline.ts';
import { isCell } from '#contract/model/elements/element-facts';
import type { WindowInfo } from '#contract/model/windows/window';
import type { FocusStay, Uptake } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { isSeen } from '../../tree/seen.ts';
import { pathTo } from '../../tree/walk.ts';
import { isOwn } from '../../windows/lookup.ts';
import { bounded, describeFound, describeAs, doubtful, nowhere, type Found } from '../found.ts';
import { confirmMs, unreadMs, lookupMs, wholeMs } from '../lookup-timeouts.ts';
import { placeOf, readAgain, readPlace, type TreePath } from '../place.ts';
import type { LiveView } from '../tree/earlier-views.ts';
import { isField } from './fields.ts';

/** How long a newly opened window may take to report its focus, in milliseconds. */
const openingMs = 3_000;
/** Query interval meanwhile, in milliseconds. */
const openingLookMs = 100;

/** How long an app may take to handle the press or key that moves the focus, in milliseconds. */
const handledMs = 3_000;
/** An app that handles its input within this time, in milliseconds, does not lag. */
const promptMs = 150;
/** How often the user may move on while an app is asked where earlier moves led. */
const mostMovesAwaited = 3;
/** Delay before an app that cannot be queried about its input is asked again, in milliseconds. */
const blindMs = 400;

export interface FocusQuery {
  /** In milliseconds, by the input clock. */
  readonly time: number;
  /**
   * Waits for a newly opened window, in an app that reported another one, and for a slow app: otherwise typed text would count
   * as a password.
   */
  readonly forText?: boolean;
  /** Called once the app has reported the focus, before its surroundings are read. */
  readonly answered?: () => void;
}

/** The focused element when a key came. Never throws. */
export async function targetOfFocus(
  context: EngineContext,
  view: LiveView,
  { time, forText = false, answered = () => undefined }: FocusQuery,
): Promise<Found> {
  let window = view.active;
  const usualMs = forText ? openingMs : wholeMs;
  const found = await bounded(context, view.root === null ? unreadMs : usualMs, async (signal) => {
    window = await windowWithKeys(context, view, time);
    if (!window) return nowhere;
    if (isOwn(context, window)) return { ...nowhere, window, own: true };
    const opened = window;
    const ask = () => placeOfFocus(context, view, { window: opened, time, forText, answered }, signal);
    const willReport = forText && isUnread(view, opened) && view.reporting.has(opened.processId);
    const place = willReport ? await untilGiven(ask, signal) : await ask();
    return place ? describeFound(context, window, place.root, place.path) : { ...nowhere, window };
  });
  return found ?? { ...nowhere, window, own: window !== null && isOwn(context, window) };
}

/** An element that had focus, and how often the user may have moved focus before. */
export interface FocusBefore {
  readonly runtimeId: string;
  readonly moves: number;
}

/** An app's progress with its input at the time of a query. */
interface Handled {
  readonly uptake: Uptake;
  /** It does not lag. */
  readonly isPrompt: boolean;
}

/** What led to the focus before a key. */
export interface FocusWay {
  /** What was pressed since the last key that may move focus. */
  readonly pressed: Found;
  /** The last element known to have had focus before that. */
  readonly left: FocusBefore | null;
  /** How often the user may have moved focus before the key, and has by now. */
  readonly moves: number;
  readonly movesNow: () => number;
  /** The app had time to handle the last of them before it was asked. */
  readonly isSettled: boolean;
  readonly handled: Promise<Handled>;
  /** The key may itself have moved focus by the time of another answer, as Tab does. */
  readonly isMoving: boolean;
  /** Asks again. */
  readonly again: () => Promise<Found>;
}

/** Whether the app of a window handles its input at once, or when. */
export async function handledBy({ receipts }: EngineContext, window: WindowInfo | null): Promise<Handled> {
  if (!window) return { uptake: 'unknown', isPrompt: false };
  const began = performance.now();
  const uptake = await receipts.uptake(window, { timeoutMs: handledMs }).catch(() => 'busy' as const);
  return { uptake, isPrompt: uptake === 'taken' && performance.now() - began < promptMs };
}

/** Whether an app that does not lag has handled earlier input; in milliseconds by the input clock. */
export function hadTime(inputAt: number, askedAt: number): boolean {
  return askedAt - inputAt > promptMs;
}

/**
 * The element that a key went to, though the app may have answered before it handled what moved the focus, or after what moved it
 * on. A pressed field gets the keys until its app, having handled the press, reports another focus. Unknown rather than doubtful.
 * Never throws.
 * @param asked the app's answer
 */
export async function ledTo(context: EngineContext, view: LiveView, asked: Found, way: FocusWay): Promise<Found> {
  const { pressed, left, again, isMoving, isSettled } = way;
  const field = takesKeys(pressed) && (await isSameWindow(context, asked, pressed)) ? pressed : null;
  const window = field?.window ?? asked.window;
  if (asked.own || !window || !(field ?? left) || (isMoving && !field)) return asked;
  const hasMoved = () => way.movesNow() !== way.moves;
  if (field && isWithin(asked, field)) return asked;
  if (field && (!asked.node || hasMoved())) return field;
  const { uptake, isPrompt } = await way.handled;
  if (uptake === 'busy' || uptake === 'stopped') return field ?? { ...nowhere, window };
  // In between, no element of some apps has the focus.
  const isOld = field !== null || (asked.node?.runtimeId ?? left?.runtimeId) === left?.runtimeId;
  if (!isOld && (uptake === 'unknown' || (isPrompt && !hasMoved()))) return asked;
  if (isPrompt && isSettled && asked.node && !hasMoved()) return asked;
  if (field && isMoving) return field;
  if (uptake === 'unknown') await sleep(blindMs);
  const now = await again();
  if (now.own) return now;
  if (hasMoved()) {
    const reached = field ?? (await inOrder(context, view, window, way));
    return reached ?? (isPrompt && (isSettled || !isOld) ? asked : { ...nowhere, window });
  }
  const isLed = now.node !== null && (uptake === 'taken' || now.node.runtimeId !== left?.runtimeId);
  return !field || isLed || isWithin(now, field) ? now : field;
}

/** The element that the user's moves before the key led to, if the app has reported an element for each move until now. */
async function inOrder(
  context: EngineContext,
  view: LiveView,
  window: WindowInfo,
  { left, moves, movesNow, again }: FocusWay,
): Promise<Found | null> {
  const { elements } = context.backend;
  if (!left) return null;
  for (let tries = 0; tries < mostMovesAwaited; tries++) {
    const total = movesNow() - left.moves;
    const { uptake } = await handledBy(context, window);
    if (uptake !== 'taken') return null;
    // The answer comes after all that the app has reported.
    await again();
    const asked = async () => elements.focusedSince?.(window, left.runtimeId) ?? null;
    const taken = await bounded(context, lookupMs, asked);
    const reached = taken?.length === total ? taken[moves - left.moves - 1] : undefined;
    if (reached !== undefined) return describeReached(context, view, window, reached);
    if (movesNow() - left.moves === total) return null;
  }
  return null;
}

function describeReached(
  context: EngineContext,
  view: LiveView,
  window: WindowInfo,
  runtimeId: string,
): Promise<Found | null> {
  return bounded(context, wholeMs, async (signal) => {
    const place = await readPlace(context, view, window, runtimeId, signal);
    return place ? describeFound(context, window, place.root, place.path) : null;
  });
}

/** A field, or a cell whose editor opens with the first key. */
function takesKeys(found: Found): boolean {
  const { node } = found;
  return isField(found) || (node !== null && isCell(node) && node.states.includes('editable'));
}

/** The pressed window may be activated late. */
async function isSameWindow({ backend }: EngineContext, { window }: Found, pressed: Found): Promise<boolean> {
  if (window === null || window.id === pressed.window?.id) return true;
  const active = await backend.windows.activeSince?.().catch(() => null);
  return active?.window === pressed.window?.id;
}

/** The same element, or one inside, as the text in a combo box. */
function isWithin({ window, path }: Found, { window: around, node }: Found): boolean {
  return window?.id === around?.id && path.some(({ runtimeId }) => runtimeId === node?.runtimeId);
}

/** The period in which the user did not move focus, and how often after it; as in `FocusStay`. */
export type Unmoved = Pick<FocusStay, 'until' | 'movesAfter'> & { readonly after: number };

/**
 * The focused element of a window that opened after the user last moved focus, if it is too late to query apps: the only element
 * that can have had focus. Null if there are others. Never throws.
 */
export function onlyFocused(
  context: EngineContext,
  view: LiveView,
  window: WindowInfo,
  { after, ...stay }: Unmoved,
): Promise<Found | null> {
  const { windows, elements } = context.backend;
  return bounded(context, wholeMs, async (signal) => {
    const front = await windows.activeSince?.();
    if (front?.window !== window.id || front.time <= after) return null;
    const focused = await elements.onlyFocused?.(window, { ...stay, since: front.time }, signal);
    return focused ? describeReached(context, view, window, focused) : null;
  });
}

/** The same for the known focus. */
export function knownFocus(context: EngineContext, { active, root, focused }: LiveView): Found {
  if (!active || isOwn(context, active)) return { ...nowhere, window: active, own: active !== null };
  const path = root && focused !== null ? pathTo(root, focused) : null;
  return root && path ? doubtful(describeAs(active, root, path, null)) : { ...nowhere, window: active };
}

/** Nothing of the window's content was known then. */
export function isUnread({ active, root }: LiveView, window: WindowInfo): boolean {
  return root === null || active?.id !== window.id;
}

async function untilGiven<T>(ask: () => Promise<T | null>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const given = await ask();
    if (given !== null) return given;
    await sleep(openingLookMs, signal);
  }
}

async function placeOfFocus(
  context: EngineContext,
  view: LiveView,
  { window, time, forText, answered }: Required<FocusQuery> & { readonly window: WindowInfo },
  signal: AbortSignal,
): Promise<TreePath | null> {
  const { parts } = context.backend.elements;
  const known = view.active?.id === window.id ? view.focused : null;
  if (parts) {
    const before = known !== null && view.fresh && view.root ? pathTo(view.root, known) : null;
    if (view.root && before) return { root: view.root, path: before };
    const path = await bounded(context, lookupMs, () => parts.path(window, 'focus'));
    return path?.length ? placeOf(view.active?.id === window.id ? view.root : null, path) : null;
  }
  const asked = (limit: AbortSignal) => context.backend.elements.focused(window, limit, { at: time, types: forText });
  const isReporting = forText && !isUnread(view, window);
  const waitMs = known === null ? (isReporting ? openingMs : lookupMs) : confirmMs;
  const focused = (known !== null && view.fresh ? known : await bounded(context, waitMs, asked, signal)) ?? known;
  if (focused === null) return null;
  answered();
  const path = view.root && view.active?.id === window.id ? pathTo(view.root, focused) : null;
  if (!view.root || !path) return readPlace(context, view, window, focused, signal);
  const place = { root: view.root, path };
  const then = path.at(-1);
  // What has the focus shows: its page was hidden when the window was read.
  const isShown = !then || isSeen(then) || then.states.includes('focused');
  return isShown ? place : ((await readAgain(context, window, focused, signal)) ?? place);
}

/** The window that had the keyboard then, however late this process learns of windows and keys. */
async function windowWithKeys(context: EngineContext, view: LiveView, time: number): Promise<WindowInfo | null> {
  const { windows } = context.backend;
  const since = windows.activeSince
    ? await bounded(context, confirmMs, async () => windows.activeSince?.() ?? null)
    : null;
  if (view.fresh && (!since || since.window === view.active?.id)) return view.active;
  const open = await bounded(context, confirmMs, () => windows.list({ all: false, own: true }));
  const now = open?.find(({ active }) => active) ?? null;
  if (!open || !now || !view.active) return now ?? view.active;
  if (since?.window === now.id) return since.time < time ? now : view.active;
  return isAnswer(view, view.active, now, open) ? view.active : now;
}

/** A new window, or the disappearance of the old one, is the app's reaction to a key. */
function isAnswer({ stack }: LiveView, before: WindowInfo, now: WindowInfo, open: readonly WindowInfo[]): boolean {
  return !stack.some(({ id }) => id === now.id) || !open.some(({ id }) => id === before.id);
}
