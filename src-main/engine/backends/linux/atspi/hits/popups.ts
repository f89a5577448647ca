import { area, contains, type Point, type Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import type { Ref } from '../vocabulary/ref.ts';
import type { Frame } from '../frames/frame.ts';
import { openPopups, popupBorder } from '../frames/open-popups.ts';
import { orElse } from '../bus/or-else.ts';
import { maxDepth } from '../limits.ts';
import { readPlace } from '../places/place.ts';
import { hasBit } from '../vocabulary/states.ts';

export interface PopupSearch {
  readonly accessibles: Accessibles;
  readonly frame: Frame;
  readonly popup: Rect;
  /** The element that the app last reported as shown. */
  readonly recentlyShown: readonly Ref[];
  readonly signal: AbortSignal;
}

/**
 * The element of an open menu, list or tool tip at a point. Such a popup is an X window of its own, but its elements may be
 * anywhere in the app's trees. Only visible elements are searched; null if none fills the popup.
 */
export async function findInPopup(search: PopupSearch, at: Point): Promise<Ref | null> {
  const { accessibles, frame, popup, recentlyShown, signal } = search;
  const find = async (tops: readonly Ref[]) => {
    const reader = new ShownReader(accessibles, frame, signal);
    const shown = await Promise.all(tops.map((top) => reader.read(top, 0)));
    return elementInPopup(
      shown.filter((top) => top !== null),
      popup,
      at,
    );
  };
  // A descendant may be as large.
  const own = frame.toolkit.looseMenus === 'unlisted' ? await openPopups({ ...search, popups: [popup] }) : [];
  if (own.length > 0) return find(own);
  return (await find(await accessibles.children(frame.app, signal))) ?? find(recentlyShown);
}

/**
 * An element belongs to a popup if it fills it, alone or with its siblings: parents are often elsewhere. A childless frame is
 * Chromium's shell for content in the tree of a page.
 */
export function elementInPopup(tops: readonly Shown[], popup: Rect, at: Point): Ref | null {
  const isShell = (shown: Shown) => shown.children.length === 0 && tops.includes(shown);
  const candidates = tops.flatMap(everything);
  const filling =
    best(
      candidates.filter((shown) => !isShell(shown)),
      popup,
    ) ?? best(tops.filter(isShell), popup);
  return filling && (deepestAt(filling, at) ?? rowAt(filling, at)?.ref ?? filling.ref);
}

/** The items of a web page's drop-down list claim to be only as wide as their text. */
function rowAt({ children }: Shown, { y }: Point): Shown | undefined {
  return children.find(({ place }) => place && y >= place.y && y < place.y + place.height);
}

function everything(shown: Shown): Shown[] {
  return [shown, ...shown.children.flatMap(everything)];
}

/** The element that fills the popup, or whose children do; the best match of several. */
function best(candidates: readonly Shown[], popup: Rect): Shown | null {
  let found: { readonly shown: Shown; readonly unlike: number } | null = null;
  for (const shown of candidates) {
    const rects = [shown.place, union(shown.children.map((child) => child.place))];
    for (const rect of rects) {
      if (!rect || !fills(rect, popup)) continue;
      const unlike = Math.abs(area(rect) - area(popup));
      if (!found || unlike < found.unlike) found = { shown, unlike };
    }
  }
  return (found as { readonly shown: Shown } | null)?.shown ?? null;
}

/**
 * It fills much of the popup, as tool tips do, or is as wide and longer: a menu longer than the screen scrolls in its window.
 */
function fills(rect: Rect, popup: Rect): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) <= popupBorder;
  const [right, bottom] = [popup.x + popup.width, popup.y + popup.height];
  const beside = rect.x < popup.x - popupBorder || rect.x + rect.width > right + popupBorder;
  const above = rect.y < popup.y - popupBorder;
  const below = rect.y + rect.height > bottom + popupBorder;
  if (beside || (above && below)) return false;
  if (above || below) return near(rect.x, popup.x) && near(rect.x + rect.width, right);
  return area(rect) * 3 >= area(popup);
}

function union(rects: readonly (Rect | null)[]): Rect | null {
  const placed = rects.filter((rect) => rect !== null);
  if (placed.length === 0) return null;
  const x = Math.min(...placed.map((rect) => rect.x));
  const y = Math.min(...placed.map((rect) => rect.y));
  const right = Math.max(...placed.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...placed.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The smallest of the children at the point. An element whose children fill the popup may itself be elsewhere. */
function deepestAt(shown: Shown, at: Point): Ref | null {
  const there = shown.children
    .filter(({ place, children }) => (place ? contains(place, at) : children.length > 0))
    .sort((a, b) => (a.place ? area(a.place) : Infinity) - (b.place ? area(b.place) : Infinity));
  for (const child of there) {
    const found = deepestAt(child, at);
    if (found) return found;
  }
  return shown.place && contains(shown.place, at) ? shown.ref : null;
}

/** Containers with more children than this are not menus: tables and documents are not read for a popup. */
const maxChildren = 300;

export interface Shown {
  readonly ref: Ref;
  readonly place: Rect | null;
  readonly children: readonly Shown[];
}

/** Reads the visible tree below an element, with bounds only. */
class ShownReader {
  readonly #accessibles: Accessibles;
  readonly #frame: Frame;
  readonly #signal: AbortSignal;

  constructor(accessibles: Accessibles, frame: Frame, signal: AbortSignal) {
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#signal = signal;
  }

  async read(ref: Ref, depth: number): Promise<Shown | null> {
    const [accessibles, signal] = [this.#accessibles, this.#signal];
    const states = await orElse(accessibles.states(ref, signal), null);
    if (!states || depth > maxDepth) return null;
    const isShown = hasBit(states, this.#frame.toolkit.seenBy);
    if (!isShown && !this.#frame.parts?.shows) return null;
    const place = await orElse(this.#place(ref), 'unseen' as const);
    if (place === 'unseen' || !(isShown || this.#frame.parts?.shows?.(ref))) return null;
    const children = await orElse(this.#children(ref), []);
    const read = await Promise.all(children.map((child) => this.read(child, depth + 1)));
    return { ref, place, children: read.filter((child) => child !== null) };
  }

  async #place(ref: Ref): Promise<Rect | 'unseen' | null> {
    const role = await this.#accessibles.role(ref, this.#signal);
    return readPlace(this.#accessibles, this.#frame, { ref, role }, this.#signal);
  }

  async #children(ref: Ref): Promise<readonly Ref[]> {
    const count = await this.#accessibles.childCount(ref, this.#signal);
    return count > 0 && count <= maxChildren ? this.#accessibles.children(ref, this.#signal) : [];
  }
}
