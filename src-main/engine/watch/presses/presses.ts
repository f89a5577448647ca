import type { WindowChange } from '#contract/model/recordings/action';
import type { ControlType } from '#contract/model/elements/element';
import { contains, type Point } from '#contract/model/geometry';
import type { ClosedMenus, InputEvent } from '#contract/model/engine';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Surroundings } from '#contract/model/schemas/surroundings';
import type { RawInput } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { isOwn } from '../../windows/lookup.ts';
import { closesAllMenus, closesOnly, opensBeside, showsCards } from '../../windows/open-menus.ts';
import { DragWay } from './drag-way.ts';
import type { FeedParts } from '../feed-parts.ts';
import { isPart } from '../../tree/part.ts';
import { isUnreported, isViewAt } from '../../tree/view.ts';
import { pathTo } from '../../tree/walk.ts';
import { hoverEvents, mayHide, pointerDown, type SeenAt } from '../input/input-events.ts';
import type { Shown } from './unreported-views.ts';
import { bounded, nowhere, type Found } from '../found.ts';
import { closedEntryAt } from './closed-menu.ts';
import { isBesidePopover, knownAt } from './press-target.ts';
import { GoingOn, windowChangeOf, type WholePress } from '../windows/window-changes.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** Nobody sees and presses what a press brought up this soon, in milliseconds. */
const doubleMs = 250;
const mostClicks = 3;
/** Maximum waits, in milliseconds. */
const pictureWaitMs = 1_500;
const closedMs = 1_000;

type RawButton = Extract<RawInput, { type: 'button' }>;

/** A button that is down. */
interface Press extends Pick<WholePress, 'from' | 'hasModifiers' | 'before'> {
  /** When it arrived, by `performance.now()`. */
  readonly time: number;
  /** The window in which it was beside an open popover; null if there was none. */
  readonly besidePopover: WindowInfo | null;
  readonly found: Promise<Found>;
  /** The look of its window; null if the app reports what is there. */
  readonly shown: Promise<Shown | null>;
  readonly way: DragWay;
}

/** Button presses and releases: their targets, and their effects on the window. */
export class Presses {
  readonly #parts: FeedParts;
  /** Whether the last press targeted Deskscope's own window; its release follows it. */
  #pressedOwn: Promise<boolean> = Promise.resolve(false);
  #pressed: Press | null = null;
  /** The last press, and which of a double or triple click it was. */
  #last: { readonly input: RawButton; readonly found: Promise<Found>; readonly count: number } | null = null;
  #goesOn = new GoingOn();
  /** When a button last went down, by the input clock. */
  #downAt = -Infinity;
  /** Whether the last press may have opened something over its window. */
  #opened: Promise<boolean> = Promise.resolve(false);

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** The pointer moves, possibly with a button down. */
  moved(at: Point): void {
    this.#pressed?.way.moved(at);
    if (this.#last && isMoved(this.#last.input, at)) this.#last = null;
  }

  /**
   * @param view the desktop before the press
   * @param before events to report first
   * @returns the element under the press
   */
  down(input: RawButton, view: LiveView, before: Promise<readonly InputEvent[]>): Promise<Found> {
    const { context, effects, hovers, newWindows, queue, scrolling, unreported, under } = this.#parts;
    const { time: at, x, y, button } = input;
    const time = performance.now();
    const first = this.#firstOf(input);
    const pressed = first ? { found: first, isFromBefore: true } : under(input, view);
    const asked = pressed.isFromBefore ? pressed.found : doubted(view, this.#opened, pressed.found);
    const isMenuOpen = this.#opened;
    const since = this.#downAt;
    this.#downAt = at;
    const found = asked.then(async (one) => {
      const isOver = (await isMenuOpen) || one.isUnderPopup === true;
      return isOver
        ? ((await this.#closedEntry(one, view, { at: { x, y }, since })) ?? inFront(one, view, context))
        : one;
    });
    this.#opened = found.then((pressed) => button === 'right' || mayOpen(pressed));
    this.#last = { input, found, count: first ? (this.#last?.count ?? 1) + 1 : 1 };
    this.#pressedOwn = found.then(({ own }) => own);
    const hasModifiers = input.modifiers.length > 0;
    const shown = unreported.shownAt(view, { x, y }, at);
    this.#pressed = {
      time,
      besidePopover: isBesidePopover(view, { x, y }) ? view.active : null,
      found,
      shown,
      from: { x, y },
      hasModifiers,
      before: view.stack,
      way: new DragWay({ x, y }),
    };
    const seen = this.#seenAt(found, shown, { x, y }, reportsMore(view, { x, y }));
    const hovering = hovers.pressed({ x, y }, found);
    const changed = effects.next(view, { at, found }, hovering);
    const scrolledTo = scrolling.ended(found, input);
    queue.push(async () => [
      ...(await before),
      ...(await changed),
      ...(await newWindows.before(at, await found)),
      ...hoverEvents(at, await hovering),
      ...pointerDown(input, await seen, await scrolledTo),
    ]);
    return found;
  }

  /** The target of the press just before at the same place: a double click is about what was there before the app reacted. */
  #firstOf({ time, x, y, button }: RawButton): Promise<Found> | null {
    const { input, found, count = 0 } = this.#last ?? {};
    if (
      !input ||
      count >= mostClicks ||
      input.button !== button ||
      time - input.time > doubleMs ||
      isMoved(input, { x, y })
    )
      return null;
    return found ?? null;
  }

  /** @param view the desktop before it */
  up(input: RawButton, view: LiveView): void {
    const { time: at, x, y, button } = input;
    const own = this.#pressedOwn;
    const isDrag = this.#pressed !== null && isMoved(this.#pressed.from, input);
    const via = isDrag ? this.#pressed?.way.to({ x, y }) : undefined;
    const ended = isDrag
      ? this.#parts.under(input, view).found.then((one) => this.#belowNewMenu(one, view, { x, y }))
      : null;
    const end = ended && this.#pressed ? this.#endOf(this.#pressed, { x, y }, ended) : null;
    const windowChange = this.#pressed ? this.#windowChangeOf(this.#pressed, input, isDrag) : undefined;
    const closed = this.#pressed && !isDrag ? this.#closedMenus(this.#pressed) : null;
    this.#pressed = null;
    this.#parts.queue.push(async () => {
      if (await own) return [];
      const did = await windowChange;
      const closedMenus = await closed;
      const more = { ...(did !== undefined && { windowChange: did }), ...(closedMenus && { closedMenus }) };
      const up = { type: 'pointerUp' as const, at, x, y, button, ...more };
      if (!end) return [up];
      const { own: isOurs, ...ending } = await end;
      return [{ ...up, ...(isOurs ? { target: null, window: null } : ending), ...(via?.length && { via }) }];
    });
  }

  /** The menu entry that the press closed, if the found element may have been below it. */
  async #closedEntry(
    { window, node, target, own }: Found,
    view: LiveView,
    pressed: { readonly at: Point; readonly since: number },
  ): Promise<Found | null> {
    const isEntry = node?.controlType === 'Menu' && node.name !== '';
    const isItem = node !== null && (isEntry || items.includes(node.controlType)) && target?.unsure !== true;
    const over = window ?? view.active;
    const { context } = this.#parts;
    if (isItem || own || !over || isOwn(context, over)) return null;
    return closedEntryAt(context, view, over, pressed);
  }

  /** The menus that the press beside them closed; null if it did more, or something else. */
  async #closedMenus({ time, from: at, besidePopover, found }: Press): Promise<ClosedMenus | null> {
    const { context } = this.#parts;
    if (besidePopover && closesOnly.has(besidePopover.toolkit) && !isOwn(context, besidePopover))
      return { window: besidePopover, levels: 1 };
    const [{ target }, popups] = await Promise.all([
      found,
      bounded(context, closedMs, async () => context.backend.windows.closedBy?.({ at, time }) ?? null),
    ]);
    const window = popups?.[0]?.window;
    if (!popups || !window || isOwn(context, window) || !closesOnly.has(window.toolkit)) return null;
    if (showsCards.has(window.toolkit) && !popups.every(({ isMenu }) => isMenu)) return null;
    const isOpener = target !== null && popups.some(({ bounds }) => opensBeside(target.element, bounds));
    return isOpener ? null : { window, levels: closesAllMenus.has(window.toolkit) ? 1 : popups.length };
  }

  /** The found element, or its picture if its app reports at most a view. */
  async #seenAt(
    found: Promise<Found>,
    shown: Promise<Shown | null>,
    at: Point,
    reportsElements = false,
  ): Promise<SeenAt> {
    const { own, window, target, node, path, isUnderPopup } = await found;
    if (isUnderPopup) return { own, window, target, unseen: true };
    const isBeside = window !== null && !contains(window.bounds, at);
    const unseen = (reportsElements || isBeside) && { unseen: true as const };
    const known = { own, window, target };
    if (own || !window || (node && !isViewAt(path, node))) return known;
    const then = await shown;
    // Only a place of a view: the same thing may not be there another time.
    if (then?.window.id !== window.id)
      return { ...known, ...(target && { target: { ...target, unsure: true } }), ...unseen };
    // What the press opens is read first: a picture takes seconds on a busy machine, and can wait.
    await this.#parts.liveTree.rested(pictureWaitMs);
    const pictured = await this.#parts.unreported.pointedAt(then, path[0] ?? null, at);
    if (pictured.target) return { ...known, target: pictured.target, ...(target && { view: target }) };
    return { ...known, ...(pictured.around ? { around: pictured.around } : unseen) };
  }

  /** The window before the drag moved anything. */
  async #endOf(
    { found, shown, from }: Press,
    to: Point,
    ended: Promise<Found>,
  ): Promise<SeenAt & { along?: Surroundings; isFromGround?: true }> {
    const { unreported } = this.#parts;
    const end = await this.#seenAt(ended, shown, to);
    const [{ window, node, path }, then] = await Promise.all([found, shown]);
    const isWithin =
      window?.id === end.window?.id && (end.view !== undefined || end.around !== undefined || !end.target);
    if (!then || !isWithin || (node && !isViewAt(path, node))) return end;
    const along = await unreported.along(then, path[0] ?? null, from, to);
    return { ...end, ...along };
  }

  /** A menu that a drop opened covers the drop target. */
  #belowNewMenu(found: Found, view: LiveView, at: Point): Found {
    const { root } = view;
    const menu = found.path.find(({ controlType }) => controlType === 'Menu' || controlType === 'MenuItem');
    if (!menu || !root || isPart(root) || pathTo(root, menu.runtimeId) !== null) return found;
    const below = knownAt(this.#parts.context, view, at);
    if (!below.target) return below;
    const { unsure: _, ...target } = below.target;
    return { ...below, target };
  }

  /** Other input: later changes of a window are not effects of the press. */
  goOn(pressAt: Point | null, { stack: windows }: LiveView): void {
    this.#goesOn.now({ pressAt, windows });
    this.#goesOn = new GoingOn();
  }

  /** Input ends. */
  end(): void {
    this.#goesOn.now(null);
  }

  async #windowChangeOf(
    { found, ...press }: Press,
    { x, y, button }: RawButton,
    isDrag: boolean,
  ): Promise<WindowChange | null | undefined> {
    const { context } = this.#parts;
    const isLeft = button === 'left';
    const goesOn = this.#goesOn;
    try {
      return await windowChangeOf(context, { ...press, found: await found, to: { x, y }, isDrag, isLeft, goesOn });
    } catch (error) {
      context.log('info', 'what a press did to its window is not known', error);
      return undefined;
    }
  }
}

/** Smaller moves are the tremble of a hand, in pixels. */
const trembling = 3;

function isMoved(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > trembling;
}

/** Types in menus and lists that open over others. */
const items: readonly ControlType[] = ['MenuItem', 'ListItem'];
const openers: readonly ControlType[] = ['Menu', 'MenuItem', 'ComboBox', 'SplitButton'];

/**
 * After a press that may have opened a menu, it is unknown until the next reading what covers the window: a tap may end, and the
 * menu close, before the app is queried.
 */
async function doubted({ fresh }: LiveView, opened: Promise<boolean>, asked: Promise<Found>): Promise<Found> {
  const [mayBeCovered, found] = await Promise.all([opened, asked]);
  const { node, target } = found;
  if (fresh || !mayBeCovered || !target || (node && items.includes(node.controlType))) return found;
  return { ...found, target: { ...target, unsure: true } };
}

/**
 * Whether the app, if it did not answer, could have identified the element, or a picture could show it. For a window without
 * elements, or one that may hide typed text, only positions are recorded.
 */
function reportsMore({ root, fresh }: LiveView, at: Point): boolean {
  if (!root?.children?.length || mayHide({ root })) return false;
  return !fresh || isUnreported(root, at);
}

/** Outside all windows there are only menus: an unreadable one belongs to the active window. */
function inFront(found: Found, { active }: LiveView, context: EngineContext): Found {
  if (found.window !== null || !active || isOwn(context, active)) return found;
  return { ...nowhere, window: active };
}

function mayOpen({ node }: Found): boolean {
  return node !== null && (openers.includes(node.controlType) || node.states.includes('expandable'));
}
