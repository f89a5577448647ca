import { performance } from 'node:perf_hooks';
import type { ControlType } from '#contract/model/elements/element';
import { contains, isEmpty, type Point, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../backend.ts';
import { isPart } from '../../tree/part.ts';
import { isSeen } from '../../tree/seen.ts';
import { descend, pathTo } from '../../tree/walk.ts';
import type { Found } from '../found.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** Elements that a resting pointer opens appear within this time, a reading included. Milliseconds. */
const openingMs = 2_500;
/** Elements that appear within this time and distance of a press were opened by it. Milliseconds, pixels. */
const pressedMs = 2_000;
const pressedReach = 64;
/** Maximum distance of an opened element from its opener, in pixels. */
const gap = 16;
/** Of more readings between two inputs, the first and the last ones are kept. */
const mostReadings = 24;
const mostRests = 60;
/** Maximum number of nested fly-outs. */
const mostHovers = 8;

/** Containers, on which resting has no effect. */
const grounds: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['DataGrid', 'Document', 'Edit', 'List', 'Pane', 'ScrollBar', 'StatusBar', 'Table', 'Tree', 'Window'] as const),
]);

interface Pointed {
  readonly at: Point;
  readonly found: Found;
}

/** The pointer rested there, and so something appeared. */
export interface Hover extends Pointed {
  /** The element that appeared and that the pointer moved to next. */
  readonly shows: Found;
  /** The outermost new elements. */
  readonly opened: readonly RawNode[];
}

/** Hovers between two inputs, as far as the second input needed them. */
export interface Hovering {
  /** In order of time. */
  readonly hovers: readonly Hover[];
  /** The desktop before the first hover; null if there is none. */
  readonly before: LiveView | null;
}

export const noHovering: Hovering = { hovers: [], before: null };

interface Rest {
  readonly at: Point;
  readonly since: number;
  readonly found: Promise<Found>;
}

interface KnownRest extends Omit<Rest, 'found'> {
  readonly found: Found;
  readonly node: RawNode;
}

interface Reading {
  readonly at: number;
  readonly view: LiveView;
  readonly root: RawNode;
}

/**
 * Finds where the pointer had to rest to make a press possible: the pressed element was not visible when the previous input had
 * settled, and appeared next to, or inside, the element under the resting pointer. If something else may have opened it, such as
 * a press nearby or the app, there is no hover: a missing step stops a replay, an extra one may have side effects.
 */
export class Hovers {
  #readings: readonly Reading[] = [];
  #rests: readonly Rest[] = [];
  #pressed: { readonly at: Point; readonly time: number } | null = null;
  readonly #now: () => number;

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Called after each reading of the desktop. */
  looked(view: LiveView): void {
    const { root } = view;
    // The rest of a partial tree is unknown, and before the input has settled the cause is unknown.
    if (root && !isPart(root) && (this.#readings.length > 0 || view.fresh)) this.#keep(view, root);
  }

  /** Called after open menus were read, which shows what the last press opened. */
  menusLooked(view: LiveView): void {
    if (view.root && !isPart(view.root)) this.#keep(view, view.root);
  }

  #keep(view: LiveView, root: RawNode): void {
    this.#readings = limited([...this.#readings, { at: this.#now(), view, root }], mostReadings);
  }

  /** The pointer rests at a place. */
  rested(at: Point, found: Promise<Found>): void {
    const last = this.#rests.at(-1);
    const since = last && isSame(last.at, at) ? last.since : this.#now();
    const others = last && isSame(last.at, at) ? this.#rests.slice(0, -1) : this.#rests;
    this.#rests = limited([...others, { at, since, found }], mostRests);
  }

  /** A button went down on an element still to be found. Clears what was known before. */
  async pressed(at: Point, target: Promise<Found>): Promise<Hovering> {
    const [readings, rests, pressed] = [this.#readings, this.#rests, this.#pressed];
    const time = this.#now();
    this.#pressed = { at, time };
    this.forget();
    const found = await target;
    const known = await Promise.all(rests.map(async (rest) => ({ ...rest, found: await rest.found })));
    const inWindow = readings.filter(({ view }) => view.active?.id === found.window?.id);
    const there = known.flatMap((rest): KnownRest[] => {
      const { node, window, own } = rest.found;
      const isIntended = node !== null && !own && window?.id === found.window?.id && !grounds.has(node.controlType);
      return isIntended && !(pressed && isSame(rest.at, pressed.at)) ? [{ ...rest, node }] : [];
    });
    const hovering = hoveringOf({ at, found, time }, inWindow, there, pressed);
    return hovering.hovers.length > 0 ? hovering : submenusOf({ at, found }, there, pressed);
  }

  /** Other input: elements that appear after it may be its effect. */
  forget(): void {
    this.#readings = [];
    this.#rests = this.#rests.slice(-1);
  }
}

/** Goes back from the pressed element to one that was visible when the desktop had settled. */
function hoveringOf(
  pressed: Pointed & { readonly time: number },
  readings: readonly Reading[],
  rests: readonly KnownRest[],
  before: { readonly at: Point; readonly time: number } | null,
): Hovering {
  const hovers: Hover[] = [];
  let [target, open, late]: [Pointed, readonly Reading[], readonly KnownRest[]] = [pressed, readings, rests];
  let first: Reading | null = null;
  while (!showedAlways(open, target) && hovers.length < mostHovers) {
    const came = arrival(open, target, pressed.time);
    const opener = came && [...late].reverse().find((rest) => opens(rest, came));
    if (!came || !opener || (before && isNear(before, came) && !isInMenu(opener, before.at))) {
      // A slow menu appears only after a reading: apps do not open menus unasked, so the input before did.
      if (hovers.length > 0 && isEntry(target.found.node)) break;
      return noHovering;
    }
    hovers.unshift({ at: opener.at, found: opener.found, shows: target.found, opened: openedBy(opener, came) });
    first = came.before;
    target = opener;
    open = open.slice(0, open.indexOf(came.before) + 1);
    late = late.slice(0, late.indexOf(opener));
  }
  return { hovers, before: first?.view ?? null };
}

/**
 * The entries around the pressed one whose submenus the pointer opened, however late those were read: nothing else opens them
 * but a press on them. All of them, or none.
 */
function submenusOf(pressed: Pointed, rests: readonly KnownRest[], before: { readonly at: Point } | null): Hovering {
  const { node, path } = pressed.found;
  if (!isEntry(node)) return noHovering;
  const around = path.slice(0, -1).filter((one) => isEntry(one) && one.name !== '' && isBeside(one, pressed.at));
  const isPressed = around.map(({ bounds }) => before !== null && bounds !== null && contains(bounds, before.at));
  const opened = around.slice(isPressed.lastIndexOf(true) + 1);
  const latest = [...rests].reverse();
  const openers = opened.map((one) => latest.find((rest) => rest.node.runtimeId === one.runtimeId));
  const known = openers.filter((one) => one !== undefined);
  if (known.length < openers.length) return noHovering;
  const hovers = known.map(({ at, found, node: entry }, index) => ({
    at,
    found,
    shows: known[index + 1]?.found ?? pressed.found,
    opened: entry.children ?? [],
  }));
  return { hovers, before: null };
}

/** It has a place of its own, not around what it opens. */
function isBeside({ bounds }: RawNode, at: Point): boolean {
  return bounds !== null && !isEmpty(bounds) && !contains(bounds, at);
}

function showedAlways(readings: readonly Reading[], { at, found: { node } }: Pointed): boolean {
  return !node || readings.every(({ root }) => shows(root, node, at));
}

/** How an element appeared. */
interface Arrival {
  /** The last reading without it. */
  readonly before: Reading;
  /** The first reading with it; undefined if it was pressed sooner. */
  readonly after: Reading | undefined;
  readonly at: number;
  /** The outermost new element. */
  readonly top: RawNode;
  /** Its parent. */
  readonly parent: RawNode | null;
}

/** @param pressedAt the latest time of its appearance: on a busy machine the element is identified long after the press */
function arrival(readings: readonly Reading[], { at, found }: Pointed, pressedAt: number): Arrival | null {
  const { node, path } = found;
  if (!node) return null;
  const shown = readings.map(({ root }) => shows(root, node, at));
  const index = shown.lastIndexOf(false);
  const [before, after] = [readings[index], readings[index + 1]];
  if (!before) return null;
  const place = path.findIndex((one) => !isKnownSeen(before.root, one));
  const top = path[place];
  if (!top?.bounds || isEmpty(top.bounds)) return null;
  return { before, after, at: after?.at ?? pressedAt, top, parent: path[place - 1] ?? null };
}

/**
 * Whether the pointer rested when it appeared, on an element that was visible before and after, and that contains or adjoins it.
 */
function opens({ at, since, node }: KnownRest, { before, after, at: came, top, parent }: Arrival): boolean {
  if (since > came || came - since > openingMs) return false;
  const path = pathTo(before.root, node.runtimeId);
  const known = path?.at(-1);
  if (!path || !known || !isShown(known) || !node.bounds || !top.bounds) return false;
  if (after && !isKnownSeen(after.root, node)) return false;
  if (parent && pathTo(node, parent.runtimeId)) return true;
  // More of the same type, such as rows that are read late.
  if (path.at(-2)?.runtimeId === parent?.runtimeId && node.controlType === top.controlType) return false;
  return touches(node.bounds, top.bounds, gap) && !contains(top.bounds, at);
}

/** All entries of a submenu: a reading during its opening has some of them already. */
function openedBy({ node }: KnownRest, { top, parent }: Arrival): readonly RawNode[] {
  const isInside = isEntry(node) && parent !== null && pathTo(node, parent.runtimeId) !== null;
  return isInside ? (parent.children ?? [top]) : [top];
}

function isNear({ at, time }: { readonly at: Point; readonly time: number }, came: Arrival): boolean {
  const { bounds } = came.top;
  if (!bounds || came.at - time > pressedMs) return false;
  return touches({ ...at, width: 1, height: 1 }, bounds, pressedReach);
}

/** An entry of a menu that was open when the pointer reached it: a press beside it opened that menu, not the next. */
function isInMenu({ node }: KnownRest, pressed: Point): boolean {
  return isEntry(node) && node.bounds !== null && !contains(node.bounds, pressed);
}

function isEntry(node: RawNode | null): boolean {
  return node?.controlType === 'MenuItem' || node?.controlType === 'Menu';
}

/** Elements that apps recreate with every change are identified by text and position. */
function shows(root: RawNode, node: RawNode, at: Point): boolean {
  const known = pathTo(root, node.runtimeId)?.at(-1);
  if (known) return isShown(known);
  for (const other of descend(root)) {
    const isAlike = other.controlType === node.controlType && other.name === node.name;
    if (isAlike && isShown(other) && other.bounds && contains(other.bounds, at)) return true;
  }
  return false;
}

function isKnownSeen(root: RawNode, { runtimeId }: RawNode): boolean {
  const known = pathTo(root, runtimeId)?.at(-1);
  return known !== undefined && isShown(known);
}

function isShown(node: RawNode): boolean {
  return isSeen(node) && node.bounds !== null && !isEmpty(node.bounds);
}

function touches(a: Rect, b: Rect, slack: number): boolean {
  return (
    a.x <= b.x + b.width + slack &&
    b.x <= a.x + a.width + slack &&
    a.y <= b.y + b.height + slack &&
    b.y <= a.y + a.height + slack
  );
}

/** The first is what all others are compared with. */
function limited<T>(all: readonly T[], most: number): readonly T[] {
  return all.length > most ? [...all.slice(0, 1), ...all.slice(2)] : all;
}

function isSame(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}
