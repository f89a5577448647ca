import { performance } from 'node:perf_hooks';
import { sleep, withDeadline } from '../../../base/async/deadline.ts';
import { disposable, DisposableStore, type Disposable } from '../../../base/async/disposable.ts';
import { sameRect, type Point } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { isOwn } from '../../windows/lookup.ts';
import { EarlierViews, type LiveView } from './earlier-views.ts';
import { createElementHints } from './element-hints.ts';
import { rateLimited } from '../rate-limit.ts';
import { graft, graftMenus } from '../../tree/graft.ts';
import { isPart } from '../../tree/part.ts';
import { pathTo, wholeTree } from '../../tree/walk.ts';
import { sameWindow } from '../windows/windows.ts';

/** Delay of the next reading after the last disturbance, in milliseconds. */
const settleMs = 120;
/**
 * Timeout in milliseconds: LibreOffice takes four seconds for its first tree on a busy machine, and a tenth of that for the
 * next.
 */
const readDeadlineMs = 10_000;
/** A reading of another window that has taken this long ends with the next input, whose look-ups would wait. Milliseconds. */
const hinderingMs = 250;
/** How long an app may glide after a wheel turn without reporting it. Milliseconds. */
const glideMs = 400;
/** How often to check whether it has settled, in milliseconds. */
const restLookMs = 20;
/** For this long after input, any event of a window may be a reaction; later, only changes count. Milliseconds. */
const answersMs = 1_000;
/** Number of readings for reported changes after each disturbance, regardless of cost. */
const readingsPerInput = 3;
/** Popups that a resting pointer opens appear within these times: at once, or after the delay of menus. Milliseconds. */
const restReadMs = 150;
const laterRestReadMs = 300;
/** If a reading takes longer, the resting pointer causes none, in milliseconds; else at most a third of the time. */
const cheapMs = 500;
const restShare = 3;
/**
 * For this long after input a menu may open, checked at this interval, since it may be pressed before a whole window is read.
 * Milliseconds.
 */
const menuMs = 2_000;
const menuLookMs = 100;
/** Maximum number of repeated readings of open menus while the pointer rests in them. */
const looksAtRest = 6;
/** Minimum reading interval without input; at most a tenth of the time is spent on it. */
const idleMs = 1_500;
const idleShare = 10;

/**
 * For this long after a window is activated, an app that reports elements elsewhere may have none for it; then the window counts
 * as unread. Milliseconds.
 */
const newcomerMs = 3_000;

/** If windows are read in parts, the number of elements of the active window that are read. */
const partNodes = 200;

/** Keeps the tree of the active window current, so that an app's reaction to a press cannot outrun the look-up. */
export interface LiveTree extends Disposable {
  /** @param time of input, in milliseconds by its clock: returns the desktop as known before it, however late it is received */
  view(time?: number): LiveView;
  /** The desktop once it has settled, or as known after this many milliseconds. */
  rested(timeoutMs: number): Promise<LiveView>;
  /** Something happened that may change the display. */
  disturb(): void;
  /** The wheel was turned: the same, and readings in the next moments may be midway. */
  glide(): void;
  /** Adds elements found at rest, in a window that is read in parts. */
  learn(window: WindowInfo | null, path: readonly RawNode[]): void;
  /** The pointer rests somewhere else, which may open something. */
  rest(): void;
  /** The new focus, if known. */
  focusMoved(runtimeId: string | null): void;
}

export interface LiveTreeListener {
  /** The last known position of the pointer: elements around it matter most. */
  readonly pointer: () => Point | null;
  /** Called after every reading. */
  readonly looked: (view: LiveView) => void;
  /** Called after open menus were read separately and put into the tree. */
  readonly menusLooked: (view: LiveView) => void;
  /** Called when the reading may be outdated. */
  readonly disturbed: () => void;
}

const nothing: LiveView = {
  stack: [],
  active: null,
  root: null,
  focused: null,
  fresh: false,
  isUntouched: false,
  reporting: new Set(),
};

export function startLiveTree(context: EngineContext, listener: LiveTreeListener): LiveTree {
  const { pointer, looked, menusLooked, disturbed } = listener;
  let view: LiveView = nothing;
  const earlier = new EarlierViews();
  let disturbances = 0;
  let reading: AbortController | null = null;
  let readingSince = 0;
  let hintCount = 0;
  /** Since the last disturbance. */
  let readings = 0;
  let cost = 0;
  let timer: NodeJS.Timeout | undefined;
  /** By the clock of `performance`. */
  let glidesUntil = 0;
  let front: { readonly id: WindowId | null; readonly since: number } = { id: null, since: 0 };
  let answersUntil = 0;
  let ended = false;
  /** Pending readings for the pointer. */
  let forRest = 0;
  /** Menus that opened since the last disturbance, as far as read separately, and when. */
  let menus: readonly RawNode[] = [];
  let menusAt = 0;
  let menuRests = 0;
  /** Elements announce changes, so an app at rest is not queried: on Windows queries cost the app its time. */
  const reportsChanges = context.backend.elements.watch !== undefined;

  const read = async () => {
    if (reading) {
      schedule(settleMs);
      return;
    }
    reading = new AbortController();
    const { signal } = reading;
    const before = disturbances;
    const hintsBefore = hintCount;
    readingSince = performance.now();
    let isAwaited = false;
    let areMenusNewer = false;
    try {
      const bounds = { signal, timeoutMs: readDeadlineMs, what: 'Reading the active window' };
      const next = await withDeadline(bounds, (ended) => readView(context, pointer(), ended));
      if (next.active?.id !== view.active?.id) await see(next.stack);
      const id = next.active?.id ?? null;
      if (id !== front.id) front = { id, since: readingSince };
      const isUndisturbed = before === disturbances && hintsBefore === hintCount;
      const reporting = reportingWith(view, next);
      earlier.replaced(view, performance.now());
      const isUntouched = before === disturbances;
      areMenusNewer = isUntouched && menusAt > readingSince;
      isAwaited = isBare(next, view.reporting) && performance.now() - front.since < newcomerMs;
      const known = isAwaited ? null : next.root;
      const root = known && areMenusNewer ? graftMenus(known, menus) : known;
      view = { ...next, root, fresh: isUndisturbed && readingSince >= glidesUntil, isUntouched, reporting };
      looked(view);
      hints.follow(next.active);
    } catch (error) {
      context.log('info', 'the active window was not read', error);
      view = { ...view, fresh: false, isUntouched: false };
    }
    reading = null;
    if (!signal.aborted) cost = performance.now() - readingSince;
    readings = before === disturbances ? readings + 1 : 0;
    if (hintsBefore !== hintCount || before !== disturbances) schedule(soon());
    else if (isAwaited) schedule(settleMs);
    // Not every app announces that a menu closed, so it stays in the tree until a reading that began after it was seen.
    else if (areMenusNewer) schedule(soon());
    else if (readingSince < glidesUntil) schedule(Math.max(0, glidesUntil - performance.now()));
    else if (forRest-- > 0) schedule(Math.max(laterRestReadMs, cost * restShare));
    else if (!reportsChanges) schedule(later(idleMs));
  };
  /** Takes over the window list. Only changes of the active window have a reported time. */
  const see = async (stack: readonly WindowInfo[]) => {
    const { windows } = context.backend;
    const since = windows.activeSince ? await windows.activeSince().catch(() => null) : null;
    const next = inFront(view, stack);
    const isNew = next.active !== null && next.active.id !== view.active?.id;
    if (since && isNew && since.window === next.active.id) earlier.replaced(view, since.time);
    view = { ...view, ...next };
  };
  const later = (ms: number) => Math.max(ms, cost * idleShare);
  /** An app reacts to input in several steps; later changes are its own. */
  const soon = () => (readings < readingsPerInput ? settleMs : later(settleMs));
  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (!ended) timer = setTimeout(() => void read(), ms);
  };
  const disturb = () => {
    disturbances += 1;
    answersUntil = performance.now() + answersMs;
    readings = 0;
    view = { ...view, fresh: false, isUntouched: false };
    if (reading && view.root && performance.now() - readingSince > hinderingMs) reading.abort();
    schedule(settleMs);
    void awaitMenus();
    disturbed();
  };
  const awaitMenus = async () => {
    menus = [];
    await lookAtMenus(() => menus.length > 0);
  };
  /** Until the awaited menu is there, or there is input. */
  const lookAtMenus = async (isThere: () => boolean) => {
    const before = disturbances;
    const { active } = view;
    const { elements } = context.backend;
    if (!active || !elements.openMenus || isOwn(context, active)) return;
    const isOver = () => ended || before !== disturbances;
    const limit = { timeoutMs: menuMs, what: 'Reading a menu' };
    await withDeadline(limit, async (signal) => {
      while (!signal.aborted && !isOver() && !isThere()) {
        await sleep(menuLookMs, signal);
        const open = isOver() ? [] : ((await elements.openMenus?.(active, { ...wholeTree, signal })) ?? []);
        if (isOver() || open.length === 0) continue;
        menus = open;
        menusAt = performance.now();
        const { root } = view;
        if (!root || view.active?.id !== active.id) continue;
        view = { ...view, root: graftMenus(root, open), isUntouched: true };
        menusLooked(view);
      }
    }).catch(() => undefined);
  };
  /** The pointer rests in an open menu, or left one: another soon opens beside it, or closes. */
  const followMenus = async () => {
    if (menus.length === 0) return;
    const rest = ++menuRests;
    let left = looksAtRest;
    await lookAtMenus(() => rest !== menuRests || left-- === 0);
  };
  // An app that changes without input, such as a clock, must not cause constant reading.
  const hint = () => {
    if (view.fresh && !reading) schedule(soon());
    hintCount += 1;
    view = { ...view, fresh: false };
    disturbed();
  };

  const owned = new DisposableStore();
  const hints = owned.add(createElementHints(context, hint));
  owned.add(
    disposable(() => {
      ended = true;
      clearTimeout(timer);
    }),
  );
  // Platforms also announce changes without a reason: GTK 4 sets the same hints at each of its frames.
  const check = async () => {
    const now = await context.backend.windows.list({ all: false, own: true }).catch(() => null);
    if (ended || (now && isSame(view.stack, now))) return;
    const isAsideOfInput = now !== null && isSameStack(view.stack, now);
    // Known at once, since later changes are the app's reaction to a key.
    if (now) await see(now);
    if (!isAsideOfInput) disturb();
    else if (!reportsChanges) hint();
  };
  const checks = owned.add(rateLimited(() => void check()));
  owned.add(
    context.backend.windows.watch(() => {
      if (!reportsChanges && performance.now() < answersUntil) hint();
      checks.hint();
    }),
  );
  void read();
  const rested = async (timeoutMs: number) => {
    const end = performance.now() + timeoutMs;
    while (!view.fresh && !ended && performance.now() < end) await sleep(restLookMs);
    return view;
  };
  return {
    view: (time = Infinity) => earlier.at(time) ?? view,
    rested,
    disturb,
    glide() {
      glidesUntil = performance.now() + glideMs;
      disturb();
    },
    learn(window, path) {
      const { root, active, fresh } = view;
      const last = path.at(-1);
      if (!root || !last || !fresh || active?.id !== window?.id || !isPart(root)) return;
      const grown = pathTo(root, last.runtimeId) ? null : graft(root, path);
      if (grown) view = { ...view, root: grown[0] };
    },
    rest() {
      void followMenus();
      if (reportsChanges || cost > cheapMs || forRest > 0) return;
      forRest = 2;
      if (view.fresh && !reading) schedule(Math.max(restReadMs, cost * restShare));
    },
    focusMoved: (focused) => (view = { ...view, focused }),
    dispose: () => owned.dispose(),
  };
}

/** Its app reports elements, and none in this window. */
function isBare({ active, root }: LiveView, reporting: ReadonlySet<number>): boolean {
  return active !== null && root !== null && !root.children?.length && reporting.has(active.processId);
}

function reportingWith({ reporting }: LiveView, { active, root }: LiveView): ReadonlySet<number> {
  const isNew = active && active.processId !== 0 && root?.children?.length && !reporting.has(active.processId);
  return isNew ? new Set([...reporting, active.processId]) : reporting;
}

/** The current windows; the tree is known only of the one that was active before. */
function inFront(
  { active: before, root, focused }: LiveView,
  stack: readonly WindowInfo[],
): Pick<LiveView, 'stack' | 'active' | 'root' | 'focused'> {
  const active = stack.find((window) => window.active) ?? null;
  const isSame = active !== null && active.id === before?.id;
  return { stack, active, root: isSame ? root : null, focused: isSame ? focused : null };
}

function isSame(a: readonly WindowInfo[], b: readonly WindowInfo[]): boolean {
  return (
    a.length === b.length &&
    a.every((window, index) => {
      const other = b[index];
      return other !== undefined && sameWindow(window, other);
    })
  );
}

/** Titles are ignored for what a press or key would reach; a title may show the time. */
function isSameStack(a: readonly WindowInfo[], b: readonly WindowInfo[]): boolean {
  return (
    a.length === b.length &&
    a.every((window, index) => {
      const other = b[index];
      return (
        other?.id === window.id &&
        other.active === window.active &&
        other.state === window.state &&
        sameRect(other.bounds, window.bounds)
      );
    })
  );
}

async function readView(context: EngineContext, at: Point | null, signal: AbortSignal): Promise<LiveView> {
  const { windows, elements } = context.backend;
  const stack = await windows.list({ all: false, own: true });
  const active = stack.find((window) => window.active) ?? null;
  if (!active || isOwn(context, active)) return { ...nothing, stack, active };
  const [tree, focused] = await Promise.all([
    elements.parts
      ? elements.parts.around(active, at, { maxNodes: partNodes, signal })
      : elements.walk(active, null, { ...wholeTree, signal }),
    elements.focused(active).catch(() => null),
  ]);
  // A truncated tree must not pass for a whole one: elements in the rest would get the wrong ancestors.
  const root = tree.truncated === 'time' ? null : tree.root;
  return { ...nothing, stack, active, root, focused, fresh: true };
}
