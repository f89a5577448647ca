import { performance } from 'node:perf_hooks';
import { withDeadline } from '../../../base/async/deadline.ts';
import type { RecordedTarget } from '#contract/model/engine';
import { center, contains, intersect, type Point, type Rect } from '#contract/model/geometry';
import type { Surroundings } from '#contract/model/schemas/surroundings';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../backend.ts';
import { findLanguage } from '../../ocr/languages.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { toGrey } from '../../picture/ink.ts';
import { crop } from '../../picture/pixels.ts';
import { shoot } from '../../picture/shoot.ts';
import { differenceAt } from '../../selectors/pictures/small-picture.ts';
import { pictureDetails, pictureNode } from '../../selectors/pictures/find-picture.ts';
import { isOnGround, makePicture } from '../../selectors/pictures/make-picture.ts';
import { surroundingsAlong, surroundingsAt } from '../../selectors/pictures/surroundings.ts';
import { matchPicture } from '../../selectors/pictures/match-picture.ts';
import { Texts } from '../../selectors/pictures/texts.ts';
import { deepestAt } from '../../tree/hit.ts';
import { isPart } from '../../tree/part.ts';
import { hasLargeView, isUnreported } from '../../tree/view.ts';
import { isOwn } from '../../windows/lookup.ts';
import { mayHide } from '../input/input-events.ts';
import { isCovered } from './target-pictures.ts';
import type { LiveView } from '../tree/earlier-views.ts';
import type { Shot } from '../../picture/shots.ts';

/** Number of windows whose pictures are kept, the latest first, and number of pictures of each. */
const mostWindows = 4;
const mostLooks = 3;
const shotMs = 2_000;
/** Time for all work on one press, in milliseconds, text recognition included. */
const makeMs = 10_000;
/** Number of pointer moves to keep: as many as a hand makes while a busy machine takes a picture. */
const keptMoves = 200;
/** Radius in which the pointer itself may change the display, in pixels. */
const hoverReach = 32;
/** A hand that rests after a press stays within this distance, in pixels. */
const restReach = 6;
/** The window system begins with a picture at most this long after the request, in milliseconds. */
const aheadMs = 15;
/** Pictures of windows without the pointer use at most one in this many parts of the time. */
const share = 10;
/** A press this soon after the last one at the same place belongs to the same click, in milliseconds. */
const againMs = 600;
/** Radius in which two pictures are compared, in pixels. */
const compared = 24;
/** A hover highlight still counts as the same; a place that is less alike, or differs more in colour, does not. */
const [leastAlike, mostColour] = [0.7, 40];

/** The look of a window at one time. */
interface Look {
  readonly shot: Shot;
  /** When its pixels were taken, from begin to end, by the input clock. */
  readonly begun: number;
  readonly at: number;
  /** Positions of the pointer meanwhile, as far as known at the time of a press. */
  readonly pointers: readonly Point[];
}

interface Seen {
  /** Newest last; none from after typing that may be a secret. */
  readonly looks: readonly Look[];
  readonly isTyped: boolean;
  /** The current picture; null if something happened since. */
  readonly now: Look | null;
  /** Whether an element in it may hide typed text, as far as known. */
  readonly hides: boolean;
}

/** The look of a window when a button went down in it. */
export interface Shown extends Pick<Seen, 'looks' | 'isTyped'> {
  readonly window: WindowInfo;
  readonly now: Look;
  /** When something last happened before it, by the input clock. */
  readonly since: number;
  /** Whether its content was known then. */
  readonly isRead: boolean;
}

interface ViewScope extends Shown {
  /** Root of the window; without children if its app reports none, null if it was not read. */
  readonly root: RawNode | null;
}

/** A place, identified by its look. */
export interface Pictured {
  /** Null if no picture is unique. */
  readonly target: RecordedTarget | null;
  /** Null if there is a target, or nothing to compare with. */
  readonly around: Surroundings | null;
}

const unknown: Seen = { looks: [], isTyped: false, now: null, hides: true };

/**
 * Pictures of windows whose apps report no elements, or only a view such as a canvas or a map, so that the target of a press is
 * identified by a picture. If a window may hide typed text, it is unknown which fields hold secrets: no typed text is kept,
 * since from the first key on only earlier pictures are used.
 */
export class UnreportedViews {
  readonly #context: EngineContext;
  readonly #windows = new Map<WindowId, Seen>();
  /** Pointer moves, by the input clock. */
  #moves: (Point & { readonly time: number })[] = [];
  #disturbances = 0;
  #last: { readonly target: RecordedTarget; readonly shown: Shown; readonly at: Point } | null = null;
  #pressed: { readonly at: Point; readonly time: number } | null = null;
  /** By the input clock. */
  #disturbedAt = 0;
  #underWay: { readonly window: WindowId; readonly begun: number; readonly taken: Promise<Shot | null> } | null = null;
  #ready: Promise<void> | null = null;
  /** Earliest time of the next picture without the pointer. */
  #notBefore = 0;
  /** A key or press may have changed the display since the last picture. */
  #isChanged = false;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** The active window was read: keeps its look if it has pressable content that its app does not report. */
  async looked(view: LiveView): Promise<void> {
    if (performance.now() < this.#notBefore && !this.#isChanged) return;
    this.#isChanged = false;
    const started = performance.now();
    await this.#look(view, isSilent(view) || (view.root !== null && hasLargeView(view.root)));
    this.#notBefore = performance.now() + (performance.now() - started) * share;
  }

  /** The pointer came to rest: keeps the window's look if its app reports nothing there. */
  async rested(view: LiveView, pointer: Point): Promise<void> {
    await this.#look(view, view.root !== null && isUnreported(view.root, pointer));
  }

  async #look(view: LiveView, isWanted: boolean): Promise<void> {
    const window = isWanted ? this.#windowOf(view) : null;
    if (!window) return;
    this.#ready ??= this.#prepare();
    const before = this.#disturbances;
    const begun = performance.now();
    const taken = this.#shoot(window);
    this.#underWay = { window: window.id, begun, taken };
    const shot = await taken;
    if (!shot || before !== this.#disturbances) return;
    const known = this.#windows.get(window.id) ?? unknown;
    const look = { shot, begun, at: performance.now(), pointers: [] };
    // Otherwise a resting hand leaves no picture without the pointer.
    const others = known.looks.filter((other) => !this.#isSamePointer(other, look));
    const looks = known.isTyped ? known.looks : [...others, look].slice(-mostLooks);
    this.#set(window.id, { ...known, looks, now: look, hides: mayHide(view) });
  }

  /** The pointer moved. On a busy machine this is received after a picture that shows it. */
  moved({ x, y, time }: Point & { readonly time: number }): void {
    this.#moves.push({ x, y, time });
    if (this.#moves.length > 2 * keptMoves) this.#moves = this.#moves.slice(-keptMoves);
  }

  /** Something happened that may have changed the display. @param isCommand a key that types nothing, or a press */
  disturbed(isCommand = false): void {
    this.#isChanged ||= isCommand;
    this.#disturbances += 1;
    this.#disturbedAt = performance.now();
    for (const [id, known] of this.#windows) this.#windows.set(id, { ...known, now: null });
  }

  /**
   * Text may have been typed into the active window, or into any window if another may be active by now; `at` by the input
   * clock.
   */
  typed(view: LiveView, at: number): void {
    const { active, fresh } = view;
    const ids = new Set([...(active ? [active.id] : []), ...(fresh ? [] : this.#windows.keys())]);
    for (const id of ids) {
      const known = this.#windows.get(id) ?? { ...unknown, hides: mayHide(view) };
      if (!known.hides) continue;
      const looks = known.isTyped ? known.looks : known.looks.filter((look) => look.at < at);
      this.#set(id, { ...known, looks, isTyped: true, now: null });
    }
  }

  /**
   * The look of a window before a press reaches it; null if its app reports what is there, if other windows cover the place, and
   * for another press of a double click. Never throws.
   */
  async shownAt(view: LiveView, at: Point, time: number): Promise<Shown | null> {
    const { root } = view;
    const last = this.#pressed;
    this.#pressed = { at, time };
    const since = this.#disturbedAt;
    const early = this.#underWay;
    const stack = view.stack.length > 0 ? view.stack : await this.#stack();
    const window = stack.find(({ state, bounds }) => state !== 'minimized' && contains(bounds, at));
    if (!window || isOwn(this.#context, window)) return null;
    const isKnown = root !== null && view.active?.id === window.id;
    if (isKnown && (isPart(root) || (!isSilent(view) && mayHide(view)))) return null;
    const isRead = isKnown && isUnreported(root, at);
    // The elements of an outdated tree may be gone, as if the window shows icons instead of rows now: of a window that had
    // such views, a picture is worth its time.
    if (isKnown && !isRead && (view.fresh || !this.#windows.has(window.id))) return null;
    if (isCovered(around(at), window, stack)) return null;
    const known = this.#windows.get(window.id) ?? unknown;
    const looks = known.looks.map((look) => ({ ...look, pointers: this.#pointersIn(look) }));
    const shown = { window, looks, isTyped: known.isTyped, since, isRead };
    if (known.now) return { ...shown, now: known.now };
    if (known.isTyped || (last && time - last.time < againMs && isNear(last.at, at))) return null;
    // If a press comes while a picture is being taken, the app has not reacted yet. A picture taken now may already show the
    // effect of the press: it counts only if the place looks as before.
    const isEarly = early?.window === window.id && since <= early.begun + aheadMs && time > early.begun + aheadMs;
    const shot = await ((isEarly ? early.taken : null) ?? this.#shoot(window));
    const now = shot && { shot, begun: time, at: performance.now(), pointers: [at] };
    return now && (isEarly || (await this.#isAsBefore(looks, now, at))) ? { ...shown, now } : null;
  }

  /** Whether the place looks as in any earlier picture; true without one. */
  async #isAsBefore(looks: readonly Look[], now: Look, at: Point): Promise<boolean> {
    if (looks.length === 0) return true;
    const { signal } = new AbortController();
    for (const { shot } of [...looks].reverse()) if (await isAlike(shot, now, at, signal)) return true;
    return false;
  }

  /** Whether the pointer was at one place at the end of both, as far as received. */
  #isSamePointer(a: Look, b: Look): boolean {
    const [before, now] = [this.#pointersIn(a).at(-1), this.#pointersIn(b).at(-1)];
    return before && now ? isNear(before, now) : before === now;
  }

  #pointersIn({ begun, at }: Look): readonly Point[] {
    const [before] = this.#moves.filter(({ time }) => time <= begun).slice(-1);
    const meanwhile = this.#moves.filter(({ time }) => time > begun && time <= at);
    return before ? [before, ...meanwhile] : meanwhile;
  }

  async #stack(): Promise<readonly WindowInfo[]> {
    return this.#context.backend.windows.list({ all: false, own: true }).catch(() => []);
  }

  /** The place as it looked then. Never throws. */
  async pointedAt(window: Shown, root: RawNode | null, at: Point): Promise<Pictured> {
    const shown = { ...window, root };
    if (!maySee(shown)) return { target: null, around: null };
    const target = await this.#limited((signal) => this.#targetOf(shown, at, signal));
    if (target) return { target, around: null };
    return { target: null, around: await this.#limited((signal) => this.#around(shown, at, signal)) };
  }

  /** The look along a drag, and whether it began where nothing is drawn; null if it cannot be kept. Never throws. */
  async along(
    window: Shown,
    root: RawNode | null,
    from: Point,
    to: Point,
  ): Promise<{ readonly along: Surroundings; readonly isFromGround?: true } | null> {
    const shown = { ...window, root };
    if (!maySee(shown)) return null;
    return this.#limited(async (signal) => {
      const shot = await showing(shown, from, signal);
      if (!shot) return null;
      const { at, within } = inShot(shown, shot, from);
      const along = await surroundingsAlong(shot.pixels, at, less(to, shot.bounds), within);
      return along && { along, ...(isOnGround(shot.pixels, at, within) && { isFromGround: true }) };
    });
  }

  async #limited<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    try {
      return await withDeadline({ timeoutMs: makeMs, what: 'A picture of what was pressed' }, work);
    } catch (error) {
      this.#context.log('info', 'what was pressed has no picture', error);
      return null;
    }
  }

  async #targetOf(shown: ViewScope, at: Point, signal: AbortSignal): Promise<RecordedTarget | null> {
    const target = (await this.#sameAsBefore(shown, at, signal)) ?? (await this.#make(shown, at, signal));
    if (target) this.#last = { target, shown, at };
    return target;
  }

  async #make(shown: ViewScope, at: Point, signal: AbortSignal): Promise<RecordedTarget | null> {
    const { window, root } = shown;
    const shot = await showing(shown, at, signal);
    if (!shot) return null;
    const { pixels, bounds } = shot;
    const mayBe = (part: Rect) => {
      const middle = center(part);
      return !root || isUnreported(root, { x: bounds.x + middle.x, y: bounds.y + middle.y });
    };
    const texts = new Texts(this.#context.recognizers, pixels, signal);
    const pointed = { ...inShot(shown, shot, at), mayBe, isByNeighbours: !root?.children?.length };
    const made = await makePicture(pixels, pointed, texts, signal);
    if (!made) return null;
    const place = { ...made.part, x: bounds.x + made.part.x, y: bounds.y + made.part.y };
    const element = pictureDetails(window, pictureNode(window, place, made.text));
    return { element, selectors: [made.selector], picture: made.picture };
  }

  async #around(shown: ViewScope, at: Point, signal: AbortSignal): Promise<Surroundings | null> {
    const shot = await showing(shown, at, signal);
    const place = shot && inShot(shown, shot, at);
    return place && surroundingsAt(shot.pixels, place.at, place.within);
  }

  /**
   * The pointer is still where it pressed before, so the look without it is known from then. Elsewhere in the same picture there
   * may be something else, since it contains all that is close together.
   */
  async #sameAsBefore({ window, now }: Shown, at: Point, signal: AbortSignal): Promise<RecordedTarget | null> {
    const last = this.#last;
    if (!last || last.shown.window.id !== window.id || !isNear(last.at, at)) return null;
    return (await isAlike(last.shown.now.shot, now, at, signal)) ? last.target : null;
  }

  #windowOf({ active, root }: LiveView): WindowInfo | null {
    return root && !isPart(root) && active && !isOwn(this.#context, active) ? active : null;
  }

  #set(id: WindowId, known: Seen): void {
    this.#windows.delete(id);
    this.#windows.set(id, known);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > mostWindows && oldest !== undefined) this.#windows.delete(oldest);
  }

  /** Text recognition takes seconds to start on a busy machine, so it starts before the first press. */
  async #prepare(): Promise<void> {
    const language = await findLanguage('eng');
    await this.#limited((signal) =>
      this.#context.recognizers.use({ language, lines: 1, signal }, () => Promise.resolve()),
    );
  }

  async #shoot({ id }: WindowInfo): Promise<Shot | null> {
    try {
      const limit = { timeoutMs: shotMs, what: 'A picture of a window' };
      return await withDeadline(limit, () => shoot(this.#context, { kind: 'window', window: id }));
    } catch (error) {
      this.#context.log('info', 'a window has no picture', error);
      return null;
    }
  }
}

/** Its app reports no element in it. */
function isSilent({ root }: LiveView): boolean {
  return root !== null && !root.children?.length;
}

/** Nothing is kept of a window that may have secret fields, which includes any that could not be read. */
function maySee({ isRead, root }: ViewScope): boolean {
  if (isRead) return true;
  return root !== null && root.children !== undefined && root.children.length > 0 && !mayHide({ root });
}

/** The view that contains a place, clipped to its window. */
function viewAt({ root, window }: ViewScope, at: Point): Rect {
  const view = root && deepestAt(root, at)?.bounds;
  return (view && intersect(view, window.bounds)) ?? window.bounds;
}

/** A place and its view, in pixels of a picture. */
function inShot(shown: ViewScope, { bounds }: Shot, at: Point): { readonly at: Point; readonly within: Rect } {
  const view = viewAt(shown, at);
  return { at: less(at, bounds), within: { ...view, ...less(view, bounds) } };
}

function around(at: Point): Rect {
  return { x: at.x - compared, y: at.y - compared, width: 2 * compared, height: 2 * compared };
}

function isNear(a: Point, b: Point): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) <= restReach;
}

function less(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

/** The newest picture that shows the place in its current state, without a pointer highlight and without typed text. */
async function showing({ looks, now, isTyped, since }: Shown, at: Point, signal: AbortSignal): Promise<Shot | null> {
  const aside = looks.filter(({ pointers }) =>
    pointers.every(({ x, y }) => Math.hypot(x - at.x, y - at.y) > hoverReach),
  );
  for (const { shot, at: time } of [...aside].reverse()) {
    // Since then only the pointer has moved.
    const isOfNow = time > since && isOneSize(shot, now.shot);
    if (isOfNow || (await isAlike(shot, now, at, signal))) return shot;
  }
  if (!isTyped) return now.shot;
  for (const { shot } of [...looks].reverse()) if (await isAlike(shot, now, at, signal)) return shot;
  return null;
}

function isOneSize({ pixels: a }: Shot, { pixels: b }: Shot): boolean {
  return a.width === b.width && a.height === b.height;
}

/** Whether two pictures of a window look the same around a place. */
async function isAlike(before: Shot, { shot }: Look, at: Point, signal: AbortSignal): Promise<boolean> {
  if (!isOneSize(before, shot)) return false;
  const { pixels, bounds } = shot;
  const left = Math.max(0, at.x - bounds.x - compared);
  const top = Math.max(0, at.y - bounds.y - compared);
  const width = Math.min(2 * compared, pixels.width - left);
  const height = Math.min(2 * compared, pixels.height - top);
  const part = { x: left, y: top, width, height };
  const [old, current] = [crop(before.pixels, part), crop(pixels, part)];
  const difference = differenceAt(current, old, { x: 0, y: 0 });
  if (difference < 1) return true;
  if (difference > mostColour) return false;
  // Highlighted areas may have hardly any contrast left, as icons of GTK 3 do, so each picture is searched for in the other.
  const greys = [toGrey(current), toGrey(old)] as const;
  const found = await Promise.all([matchPicture(...greys, signal), matchPicture(greys[1], greys[0], signal)]);
  return found.flat().some(({ score }) => score >= leastAlike);
}
