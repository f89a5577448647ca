import { sleep } from '../../../base/async/deadline.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import type { FocusStay } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { isSeen } from '../../tree/seen.ts';
import { pathTo } from '../../tree/walk.ts';
import { isOwn } from '../../windows/lookup.ts';
import { bounded, describeFound, describeAs, doubtful, nowhere, type Found } from '../found.ts';
import { confirmMs, unreadMs, lookupMs, wholeMs } from '../lookup-timeouts.ts';
import { placeOf, readAgain, readPlace, type TreePath } from '../place.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** How long a newly opened window may take to report its focus, in milliseconds. */
const openingMs = 3_000;
/** Query interval meanwhile, in milliseconds. */
const openingLookMs = 100;

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
    const place = focused && (await readPlace(context, view, window, focused, signal));
    return place ? describeFound(context, window, place.root, place.path) : null;
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
