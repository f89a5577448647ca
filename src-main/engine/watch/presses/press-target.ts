import type { ControlType } from '#contract/model/elements/element';
import { contains, sameRect, type Point, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { deepestAt } from '../../tree/hit.ts';
import { isPart } from '../../tree/part.ts';
import { isPopover } from '../../tree/reached.ts';
import { isSeen } from '../../tree/seen.ts';
import { descend, pathTo } from '../../tree/walk.ts';
import { isOwn } from '../../windows/lookup.ts';
import { actionableOf } from '../actionable.ts';
import {
  askDetails,
  bounded,
  describeFound,
  describeAs,
  detailsOf,
  doubtful,
  nowhere,
  type Found,
  type Likely,
} from '../found.ts';
import { confirmMs, unreadMs, lookupMs, wholeMs } from '../lookup-timeouts.ts';
import { pathBelow, placeOf, readPlace, type TreePath } from '../place.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** Types that only cover windows, however large. */
const popupTypes: ReadonlySet<ControlType> = new Set<ControlType>(['Menu', 'MenuItem', 'ToolTip']);
/** Maximum width of the borders and shadows that popups draw around their content; pixels. */
const popupBorder = 12;

/** The target of a press at a point. Never throws; `view` is the desktop before the press. */
export async function targetAt(context: EngineContext, view: LiveView, at: Point): Promise<Found> {
  const stray = isStrayPopup(context, at);
  const popup = popupAt(context, at);
  const item = openItemAt(view, at);
  if (item && (await wasOpen(context, item, at))) return describeFound(context, item.window, item.root, item.path);
  let window: WindowInfo | null = windowAt(view.stack, at);
  // The press has no target of its own: the input method sends its result as text.
  if (await stray) return { ...nowhere, own: true };
  const found = await bounded(context, view.root === null ? unreadMs : wholeMs, async (signal) => {
    window = await windowUnder(context, window, view, at);
    if (!window) return nowhere;
    if (isOwn(context, window)) return { ...nowhere, window, own: true };
    const likely = likelyTarget(context, view, window, at);
    const place = await placeAt(context, view, window, at, signal);
    if (!place) return { ...nowhere, window };
    const over = await popup;
    if (over && !isOfPopup(place.path, over)) return { ...nowhere, window, isUnderPopup: true as const };
    const described = await describeFound(context, window, place.root, actionablePath(place.path), likely);
    return place.unsure ? doubtful(described) : described;
  });
  return found ?? { ...nowhere, window, own: window !== null && isOwn(context, window) };
}

/** Details of the target according to the kept tree are queried while the app confirms it. */
function likelyTarget(context: EngineContext, view: LiveView, window: WindowInfo, at: Point): Likely | null {
  const root = view.fresh && view.active?.id === window.id ? view.root : null;
  const seen = root && deepestAt(root, at);
  const node = root && seen && seen !== root && !seen.more ? actionableOf(pathTo(root, seen.runtimeId) ?? []) : null;
  return node && { node, details: detailsOf(context, window, node) };
}

/** The target of a press at a point by what is known already; uncertain, since no app is queried. */
export function knownAt(context: EngineContext, view: LiveView, at: Point): Found {
  const item = openItemAt(view, at);
  if (item) return doubtful(describeAs(item.window, item.root, item.path, null));
  const window = windowAt(view.stack, at);
  if (!window || isOwn(context, window)) return { ...nowhere, window, own: window !== null };
  const root = view.active?.id === window.id ? view.root : null;
  const seen = root && deepestAt(root, at);
  if (!root || !seen || seen === root) return { ...nowhere, window };
  return doubtful(describeAs(window, root, actionablePath(pathTo(root, seen.runtimeId) ?? []), null));
}

/** The element at the point, from a tree read after the press; uncertain, since the window may have changed. Null if none. */
export function laterAt({ active, root }: LiveView, window: WindowInfo, at: Point): Found | null {
  const seen = root && active && sameRect(active.bounds, window.bounds) ? deepestAt(root, at) : null;
  if (!root || !seen || seen === root) return null;
  return doubtful(describeAs(window, root, actionablePath(pathTo(root, seen.runtimeId) ?? []), null));
}

/** Whether the kept tree has an element there, or a window of Deskscope. */
export function isKnownAt(context: EngineContext, { stack, active, root }: LiveView, at: Point): boolean {
  const window = windowAt(stack, at);
  if (!window || isOwn(context, window)) return window !== null;
  const seen = root && active?.id === window.id ? deepestAt(root, at) : null;
  return seen !== null && seen !== root;
}

/** Runtime id of the kept tree's element there, in the active window; null if there is none, or only a part was read. */
export function shownAt({ root }: LiveView, at: Point): string | null {
  const seen = root && !isPart(root) ? deepestAt(root, at) : null;
  return seen ? seen.runtimeId : null;
}

interface OpenItem extends TreePath {
  readonly window: WindowInfo;
  readonly item: RawNode;
}

/** The menu item at the point before the press: an open menu covers everything else, inside its window or not. */
function openItemAt({ active, root, fresh, isUntouched }: LiveView, at: Point): OpenItem | null {
  // Events of its items as the pointer passes over them do not close a menu.
  if (!active || !root || !(fresh || isUntouched)) return null;
  const entries = [...descend(root)].filter((node) => isEntry(node) && isSeen(node) && isVisibleAt(node, at));
  // A submenu comes after the menu that opened it. Closed menus may report being visible.
  const entry = entries.filter(({ controlType }) => controlType === 'MenuItem').at(-1) ?? entries.at(-1);
  const item = entry ?? inPopoverAt(root, at);
  const path = item && pathTo(root, item.runtimeId);
  return path ? { window: active, item, root, path } : null;
}

/** The pressable element in a popover of the window, which takes all input and covers the rest, however deep in the tree. */
function inPopoverAt(root: RawNode, at: Point): RawNode | null {
  const popover = popoversIn(root)
    .filter((node) => isVisibleAt(node, at))
    .at(-1);
  const seen = popover && deepestAt(popover, at);
  return popover && seen && seen !== popover ? actionableOf(pathTo(popover, seen.runtimeId) ?? []) : null;
}

function popoversIn(root: RawNode): readonly RawNode[] {
  return [...descend(root)].filter((node) => node !== root && node.states.includes('modal') && isSeen(node));
}

/** Whether a popover is open in the active window, and a press is not in it. */
export function isBesidePopover({ root, fresh, isUntouched }: LiveView, at: Point): boolean {
  if (!root || !(fresh || isUntouched)) return false;
  const popovers = popoversIn(root).filter(isPopover);
  return popovers.length > 0 && !popovers.some((node) => isVisibleAt(node, at));
}

/** GTK gives an entry with a submenu the role of a menu, like menus themselves, which have no names. */
function isEntry({ controlType, name }: RawNode): boolean {
  return controlType === 'MenuItem' || (controlType === 'Menu' && name !== '');
}

/**
 * A quick tap may close the menu before the app is queried, and the app then names the element below. An item that is still
 * visible but not hit was covered: closed menus of some apps have items that claim to be visible.
 */
async function wasOpen(context: EngineContext, { window, item }: OpenItem, at: Point): Promise<boolean> {
  const { elements } = context.backend;
  const reported = await bounded(context, lookupMs, () => elements.hitTest(window, at));
  if (reported === item.runtimeId) return true;
  const now = await bounded(context, confirmMs, () => askDetails(context, window, item.runtimeId));
  return now === null || !isSeen(now);
}

/** Queried first, since the press may close it. */
async function isStrayPopup(context: EngineContext, at: Point): Promise<boolean> {
  const { windows } = context.backend;
  return (await bounded(context, confirmMs, async () => windows.isStrayPopup?.(at))) ?? false;
}

/** Queried as early. */
function popupAt(context: EngineContext, at: Point): Promise<Rect | null> {
  const { windows } = context.backend;
  return bounded(context, confirmMs, async () => windows.popupAt?.(at) ?? null);
}

/**
 * The popup's content, and menu entries: a menu longer than the screen reaches beyond its popup, and Qt's items are wider than a
 * narrow list that contains them.
 */
function isOfPopup(path: readonly RawNode[], popup: Rect): boolean {
  const node = path.at(-1);
  // An app that reports nothing of its windows reports nothing of its menus.
  if (!node?.bounds || !path[0]?.children?.length || path.some(({ controlType }) => popupTypes.has(controlType)))
    return true;
  const isWithin = (at: number, size: number, from: number, room: number) =>
    at >= from - popupBorder && at + size <= from + room + popupBorder;
  return path.some(({ bounds }) => {
    if (!bounds) return false;
    const { x, y, width, height } = bounds;
    return isWithin(x, width, popup.x, popup.width) && isWithin(y, height, popup.y, popup.height);
  });
}

function windowAt(stack: readonly WindowInfo[], at: Point): WindowInfo | null {
  return stack.find((window) => window.state !== 'minimized' && contains(window.bounds, at)) ?? null;
}

async function windowUnder(
  context: EngineContext,
  known: WindowInfo | null,
  view: LiveView,
  at: Point,
): Promise<WindowInfo | null> {
  const { windows } = context.backend;
  const reported = windows.at ? await bounded(context, confirmMs, async () => windows.at?.(at) ?? null) : null;
  // A window that was not there before the press is its effect, not its target.
  if (reported && (known === null || view.stack.some((window) => window.id === reported.id))) return reported;
  return known ?? windowAt(await windows.list({ all: true, own: true }), at);
}

/**
 * The kept tree is right about the moment of the press, the app about unannounced changes. The app's answer counts if the kept
 * tree has it visible there, or if there is no fresh tree.
 */
async function placeAt(
  context: EngineContext,
  view: LiveView,
  window: WindowInfo,
  at: Point,
  signal: AbortSignal,
): Promise<TreePath | null> {
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
 * The same for a partly read window: the app's answer counts if the element was not read.
 * @param path as reported by the app; null if it did not answer in time
 */
function placeInPart(
  { fresh }: LiveView,
  root: RawNode | null,
  path: readonly RawNode[] | null,
  seen: RawNode | null,
): TreePath | null {
  if (path?.length) {
    const place = placeOf(root, path);
    const deeper = fresh && root && seen ? pathBelow(root, place.path, seen) : null;
    return root && deeper ? { root, path: deeper } : place;
  }
  const known = root && seen && seen !== root ? pathTo(root, seen.runtimeId) : null;
  return root && known ? { root, path: known, unsure: !fresh || seen?.more === true } : null;
}

function isVisibleAt(node: RawNode | undefined, at: Point): boolean {
  return !!node?.bounds && node.states.includes('visible') && contains(node.bounds, at);
}

function actionablePath(path: readonly RawNode[]): readonly RawNode[] {
  const target = actionableOf(path);
  return target ? path.slice(0, path.indexOf(target) + 1) : path;
}
