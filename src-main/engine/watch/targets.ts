import { sleep, withDeadline } from '../../base/deadline.ts';
import { noFacts } from '#contract/model/element-facts';
import type { RecordedTarget } from '#contract/model/engine';
import { contains, type Point } from '#contract/model/geometry';
import type { RankedSelector } from '#contract/model/selector';
import type { WindowInfo } from '#contract/model/window';
import type { RawDetails, RawNode } from '../backend.ts';
import type { EngineContext } from '../operation.ts';
import { rankSelectors } from '../selectors/rank.ts';
import { graft } from '../tree/graft.ts';
import { chained } from '../tree/part.ts';
import { deepestAt } from '../tree/hit.ts';
import { isPart } from '../tree/part.ts';
import { isSeen } from '../tree/seen.ts';
import { toDetails } from '../tree/to-node.ts';
import { descend, pathTo, wholeTree } from '../tree/walk.ts';
import { isOwn } from '../windows/lookup.ts';
import { actionableOf } from './actionable.ts';
import { askDetails } from './ask-details.ts';
import type { WarmView } from './warm-tree.ts';

/** How long an app may take to answer where nothing is known without it, in milliseconds. */
export const lookupMs = 700;
/** All that is asked for one event together, in milliseconds: each question may end late and still be made up for. */
const wholeMs = 1_500;
/** How long an app may take to confirm what the warm tree says already. */
const confirmMs = 200;
const detailsMs = 250;
/** How long a window that has just opened may take to say what has the focus in it, in milliseconds. */
const openingMs = 3_000;
/** How often it is asked meanwhile. */
const openingLookMs = 100;

export interface Found {
  readonly window: WindowInfo | null;
  /** A window of Deskscope itself: no one records that. */
  readonly own: boolean;
  readonly target: RecordedTarget | null;
  /** The target as its tree had it; null without a target. */
  readonly node: RawNode | null;
  /** From the root of that tree to the target; empty without one. */
  readonly path: readonly RawNode[];
}

/** There is an element to record, or one of our own, which no one records. */
export function says({ target, own }: Found): boolean {
  return target !== null || own;
}

export const nowhere: Found = { window: null, own: false, target: null, node: null, path: [] };

/** What a press at a point means. Never throws; `view` is the desktop as it was before the press. */
export async function targetAt(context: EngineContext, view: WarmView, at: Point): Promise<Found> {
  const item = openItemAt(view, at);
  if (item && (await wasOpen(context, item, at))) return describe(context, item.window, item.root, item.path);
  let window: WindowInfo | null = windowAt(view.stack, at);
  const found = await bounded(context, wholeMs, async (signal) => {
    window = await windowUnder(context, window, view, at);
    if (!window) return nowhere;
    if (isOwn(context, window)) return { ...nowhere, window, own: true };
    const likely = likelyTarget(context, view, window, at);
    const place = await placeAt(context, view, window, at, signal);
    if (!place) return { ...nowhere, window };
    const described = await describe(context, window, place.root, actionablePath(place.path), likely);
    return place.unsure ? doubtful(described) : described;
  });
  return found ?? { ...nowhere, window, own: window !== null && isOwn(context, window) };
}

interface Likely {
  readonly node: RawNode;
  readonly details: Promise<RawDetails | null>;
}

/** What the kept tree takes for the target is asked for its details while the app is asked whether it is. */
function likelyTarget(context: EngineContext, view: WarmView, window: WindowInfo, at: Point): Likely | null {
  const root = view.fresh && view.active?.id === window.id ? view.root : null;
  const seen = root && deepestAt(root, at);
  const node = root && seen && seen !== root && !seen.more ? actionableOf(pathTo(root, seen.runtimeId) ?? []) : null;
  return node && { node, details: detailsOf(context, window, node) };
}

function detailsOf(context: EngineContext, window: WindowInfo, { runtimeId }: RawNode): Promise<RawDetails | null> {
  return bounded(context, detailsMs, () => askDetails(context, window, runtimeId));
}

/** What is around what was found. Never throws. @param node one on its path */
export async function aroundFound(context: EngineContext, found: Found, node: RawNode): Promise<Found> {
  const { window, path } = found;
  const root = path[0];
  if (!window || !root || node === found.node) return found;
  return describe(context, window, root, path.slice(0, path.indexOf(node) + 1));
}

/**
 * What has the keyboard focus. Never throws.
 * @param patient whether to wait for a window that has just opened, in an app that told of another: typed text would be
 *   taken for a password
 */
export async function targetOfFocus(context: EngineContext, view: WarmView, patient = false): Promise<Found> {
  let window = view.active;
  const found = await bounded(context, patient ? openingMs : wholeMs, async (signal) => {
    if (!view.fresh) window = beforeAnswer(view, await bounded(context, confirmMs, () => listWindows(context)));
    if (!window) return nowhere;
    if (isOwn(context, window)) return { ...nowhere, window, own: true };
    const opened = window;
    const ask = () => placeOfFocus(context, view, opened, signal);
    const willTell = patient && isUnread(view, opened) && view.telling.has(opened.processId);
    const place = willTell ? await untilGiven(ask, signal) : await ask();
    return place ? describe(context, window, place.root, place.path) : { ...nowhere, window };
  });
  return found ?? { ...nowhere, window, own: window !== null && isOwn(context, window) };
}

/** What a press at a point means by what is known already: no app is asked, so no one is sure. */
export function knownAt(context: EngineContext, view: WarmView, at: Point): Found {
  const item = openItemAt(view, at);
  if (item) return doubtful(describeAs(item.window, item.root, item.path, null));
  const window = windowAt(view.stack, at);
  if (!window || isOwn(context, window)) return { ...nowhere, window, own: window !== null };
  const root = view.active?.id === window.id ? view.root : null;
  const seen = root && deepestAt(root, at);
  if (!root || !seen || seen === root) return { ...nowhere, window };
  return doubtful(describeAs(window, root, actionablePath(pathTo(root, seen.runtimeId) ?? []), null));
}

/** Whether the kept tree has an element there, or a window of our own. */
export function isKnownAt(context: EngineContext, { stack, active, root }: WarmView, at: Point): boolean {
  const window = windowAt(stack, at);
  if (!window || isOwn(context, window)) return window !== null;
  const seen = root && active?.id === window.id ? deepestAt(root, at) : null;
  return seen !== null && seen !== root;
}

/** Runtime id of what the kept tree has there, in the window in front; null where it has nothing, or is a part. */
export function shownAt({ root }: WarmView, at: Point): string | null {
  const seen = root && !isPart(root) ? deepestAt(root, at) : null;
  return seen ? seen.runtimeId : null;
}

/** What has the focus, in the same way. */
export function knownFocus(context: EngineContext, { active, root, focused }: WarmView): Found {
  if (!active || isOwn(context, active)) return { ...nowhere, window: active, own: active !== null };
  const path = root && focused !== null ? pathTo(root, focused) : null;
  return root && path ? doubtful(describeAs(active, root, path, null)) : { ...nowhere, window: active };
}

interface Place {
  readonly root: RawNode;
  /** From the root to the element. */
  readonly path: readonly RawNode[];
  /** It was there when the window was last read; the app did not say whether it still was. */
  readonly unsure?: boolean;
}

interface OpenItem extends Place {
  readonly window: WindowInfo;
  readonly item: RawNode;
}

/** The menu item that showed there before the press: an open menu lies over all else, inside its window or not. */
function openItemAt({ active, root, fresh }: WarmView, at: Point): OpenItem | null {
  if (!active || !root || !fresh) return null;
  const items = [...descend(root)].filter((node) => node.controlType === 'MenuItem' && isSeen(node));
  // Of a menu and the one it leads to, the latter comes later.
  const item = items.filter((node) => isVisibleAt(node, at)).at(-1);
  const path = item && pathTo(root, item.runtimeId);
  return path ? { window: active, item, root, path } : null;
}

/**
 * A quick tap has closed the menu before the app can be asked, and the app names what had been below. An item that still
 * shows and is not hit was covered: there are apps whose closed menus have items that say they show.
 */
async function wasOpen(context: EngineContext, { window, item }: OpenItem, at: Point): Promise<boolean> {
  const { elements } = context.backend;
  const reported = await bounded(context, confirmMs, () => elements.hitTest(window, at));
  if (reported === item.runtimeId) return true;
  const now = await bounded(context, confirmMs, () => askDetails(context, window, item.runtimeId));
  return now === null || !isSeen(now);
}

function windowAt(stack: readonly WindowInfo[], at: Point): WindowInfo | null {
  return stack.find((window) => window.state !== 'minimized' && contains(window.bounds, at)) ?? null;
}

async function windowUnder(
  context: EngineContext,
  known: WindowInfo | null,
  view: WarmView,
  at: Point,
): Promise<WindowInfo | null> {
  const { windows } = context.backend;
  const reported = windows.at ? await bounded(context, confirmMs, async () => windows.at?.(at) ?? null) : null;
  // A window that was not there before the press is the app's answer to it, not its target.
  if (reported && (known === null || view.stack.some((window) => window.id === reported.id))) return reported;
  return known ?? windowAt(await windows.list({ all: true, own: true }), at);
}

/** What had the focus before the key: a window that is new, or that the old one is gone, is the app's answer to it. */
function beforeAnswer({ stack, active }: WarmView, windows: readonly WindowInfo[] | null): WindowInfo | null {
  const now = windows?.find((window) => window.active) ?? null;
  if (!windows || !now || !active) return now ?? active;
  const isNew = !stack.some(({ id }) => id === now.id);
  const isGone = !windows.some(({ id }) => id === active.id);
  return isNew || isGone ? active : now;
}

function listWindows(context: EngineContext): Promise<readonly WindowInfo[]> {
  return context.backend.windows.list({ all: false, own: true });
}

/**
 * The warm tree is right about the moment of the press, the app about what changed unannounced. The app is believed
 * where the warm tree knows its answer as visible there, or where there is no fresh tree.
 */
async function placeAt(
  context: EngineContext,
  view: WarmView,
  window: WindowInfo,
  at: Point,
  signal: AbortSignal,
): Promise<Place | null> {
  const { parts } = context.backend.elements;
  const root = view.active?.id === window.id ? view.root : null;
  const seen = root && deepestAt(root, at);
  if (parts) {
    const path = await bounded(context, lookupMs, () => parts.path(window, at));
    return placeInPart(view, root, path, seen);
  }
  const confirmed = await bounded(context, view.fresh && seen ? confirmMs : lookupMs, () =>
    context.backend.elements.hitTest(window, at),
  );
  const reported = root && confirmed ? pathTo(root, confirmed) : null;
  const deeper = root && reported && view.fresh && seen ? pathBelow(root, reported, seen) : null;
  if (root && deeper) return { root, path: deeper };
  if (root && reported && isVisibleAt(reported.at(-1), at)) return { root, path: reported };
  if (root && seen && seen !== root && (view.fresh || !confirmed))
    return { root, path: pathTo(root, seen.runtimeId) ?? [], unsure: !view.fresh };
  return confirmed ? readPlace(context, view, window, confirmed, signal) : null;
}

/**
 * The same of a window that was read in part: the app is believed where it says something that was not read.
 * @param path as the app says; null where it did not answer in time
 */
function placeInPart(
  { fresh }: WarmView,
  root: RawNode | null,
  path: readonly RawNode[] | null,
  seen: RawNode | null,
): Place | null {
  if (path?.length) {
    const place = placeOf(root, path);
    const deeper = fresh && root && seen ? pathBelow(root, place.path, seen) : null;
    return root && deeper ? { root, path: deeper } : place;
  }
  const known = root && seen && seen !== root ? pathTo(root, seen.runtimeId) : null;
  return root && known ? { root, path: known, unsure: !fresh || seen?.more === true } : null;
}

/** As it was read before, where it was; else where it stands in what was, or by itself. */
function placeOf(root: RawNode | null, path: readonly RawNode[]): Place {
  const known = root && pathTo(root, path.at(-1)?.runtimeId ?? '');
  if (root && known) return { root, path: known };
  const grown = (root && graft(root, path)) ?? chained(path);
  return { root: grown[0] as RawNode, path: grown };
}

/** The path to what is known to show there, where the app names only something around it. */
function pathBelow(root: RawNode, reported: readonly RawNode[], seen: RawNode): readonly RawNode[] | null {
  const outer = reported.at(-1)?.runtimeId;
  if (outer === seen.runtimeId) return null;
  const path = pathTo(root, seen.runtimeId);
  return path?.some(({ runtimeId }) => runtimeId === outer) ? path : null;
}

/** Nothing of what is in the window was known then. */
export function isUnread({ active, root }: WarmView, window: WindowInfo): boolean {
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
  view: WarmView,
  window: WindowInfo,
  signal: AbortSignal,
): Promise<Place | null> {
  const { parts } = context.backend.elements;
  const known = view.active?.id === window.id ? view.focused : null;
  if (parts) {
    const before = known !== null && view.fresh && view.root ? pathTo(view.root, known) : null;
    if (view.root && before) return { root: view.root, path: before };
    const path = await bounded(context, lookupMs, () => parts.path(window, 'focus'));
    return path?.length ? placeOf(view.active?.id === window.id ? view.root : null, path) : null;
  }
  const asked = () => context.backend.elements.focused(window);
  const waitMs = known === null ? lookupMs : confirmMs;
  const focused = (known !== null && view.fresh ? known : await bounded(context, waitMs, asked)) ?? known;
  if (focused === null) return null;
  const path = view.root && view.active?.id === window.id ? pathTo(view.root, focused) : null;
  return view.root && path ? { root: view.root, path } : readPlace(context, view, window, focused, signal);
}

async function readPlace(
  context: EngineContext,
  view: WarmView,
  window: WindowInfo,
  runtimeId: string,
  signal: AbortSignal,
): Promise<Place | null> {
  const known = view.active?.id === window.id ? view.root : null;
  const grafted = known && (await bounded(context, lookupMs, () => graftInto(context, known, window, runtimeId)));
  if (grafted && (view.fresh || grafted.wasCut)) return grafted;
  const read = await bounded(context, lookupMs, () =>
    context.backend.elements.walk(window, null, { ...wholeTree, signal }),
  );
  const path = read && pathTo(read.root, runtimeId);
  return read && path ? { root: read.root, path } : grafted;
}

/** A tree may be cut where it is very large, as a sheet is: what is there is known by what it is in. */
async function graftInto(
  { backend: { elements } }: EngineContext,
  root: RawNode,
  window: WindowInfo,
  runtimeId: string,
): Promise<(Place & { readonly wasCut: boolean }) | null> {
  const [ancestors, element] = await Promise.all([
    elements.ancestors(window, runtimeId),
    elements.details(window, runtimeId),
  ]);
  const path = graft(root, [...ancestors, element]);
  const parent = ancestors.at(-1);
  const around = parent && pathTo(root, parent.runtimeId)?.at(-1);
  const wasCut = !!around && (around.children?.length ?? 0) < around.childCount;
  return path && { root: path[0], path, wasCut };
}

function isVisibleAt(node: RawNode | undefined, at: Point): boolean {
  return !!node?.bounds && node.states.includes('visible') && contains(node.bounds, at);
}

function actionablePath(path: readonly RawNode[]): readonly RawNode[] {
  const target = actionableOf(path);
  return target ? path.slice(0, path.indexOf(target) + 1) : path;
}

/** The target as the tree had it, with the patterns the app still tells; an element that is gone keeps the rest. */
async function describe(
  context: EngineContext,
  window: WindowInfo,
  root: RawNode,
  path: readonly RawNode[],
  likely: Likely | null = null,
): Promise<Found> {
  const node = path.at(-1);
  if (!node) return { ...nowhere, window };
  const asked = likely?.node === node ? likely.details : detailsOf(context, window, node);
  selectorsOf(root, node, path);
  return describeAs(window, root, path, await asked);
}

function describeAs(window: WindowInfo, root: RawNode, path: readonly RawNode[], details: RawDetails | null): Found {
  const node = path.at(-1);
  if (!node) return { ...nowhere, window };
  const unknown: RawDetails = { ...node, ...noFacts, patterns: [], actions: [], properties: {} };
  const element = toDetails(window, { ...(details ?? unknown), ...node });
  return { window, own: false, target: { element, selectors: selectorsOf(root, node, path) }, node, path };
}

/** By tree and element, which never change: of what is pressed again and again they are measured once. */
const ranked = new WeakMap<RawNode, WeakMap<RawNode, readonly RankedSelector[]>>();

const roots = new WeakMap<readonly RankedSelector[], RawNode>();

/** The tree in which they were measured. */
export function rootOf(selectors: readonly RankedSelector[]): RawNode | undefined {
  return roots.get(selectors);
}

function selectorsOf(root: RawNode, target: RawNode, path: readonly RawNode[]): readonly RankedSelector[] {
  const ofRoot = ranked.get(root) ?? new WeakMap<RawNode, readonly RankedSelector[]>();
  const selectors = ofRoot.get(target) ?? rankSelectors({ root, target, path });
  roots.set(selectors, root);
  ranked.set(root, ofRoot.set(target, selectors));
  return selectors;
}

function doubtful(found: Found): Found {
  return found.target ? { ...found, target: { ...found.target, unsure: true } } : found;
}

/** Null at the deadline and where the app failed: recording goes on with what is known. */
async function bounded<T>(
  context: EngineContext,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  try {
    return await withDeadline({ timeoutMs, what: 'A lookup' }, work);
  } catch (error) {
    context.log('info', 'a lookup gave nothing', error);
    return null;
  }
}
