import { intersect, type Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { openPopups, popupBorder } from '../frames/open-popups.ts';
import type { Frame } from '../frames/frame.ts';
import { formatRef, sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleSet } from '../vocabulary/roles.ts';
import { hasBit } from '../vocabulary/states.ts';
import { type Known, type Parts, type PartOffset } from './offset.ts';
import { placeOf } from './place.ts';

const items = roleSet(
  'menu item',
  'check menu item',
  'radio menu item',
  'menu',
  'separator',
  'push button',
  'check box',
);

interface Entry {
  readonly ref: Ref;
  readonly isOwn: boolean;
  /** In screen pixels, in whichever menu the app thinks of. */
  readonly place: Rect | null;
}

/**
 * The entries of open menus that an app reports in other menus. Qt has one element for each command, which belongs to the menu
 * that was asked for it first: that of an open context menu has the states and the place of a closed menu of the bar
 * (`findings/qt-entry-belongs-to-the-menu-that-was-asked-first.sh`). Entries are stacked, so that their heights tell their places.
 */
export class SharedEntries implements Parts {
  readonly #accessibles: Accessibles;
  readonly #frame: Frame;
  readonly #popups: readonly Rect[];
  readonly #recentlyShown: readonly Ref[];
  /** By element. */
  #found: Promise<ReadonlyMap<string, PartOffset>> | null = null;
  #known: ReadonlyMap<string, PartOffset> = new Map();

  constructor(accessibles: Accessibles, frame: Frame, popups: readonly Rect[], recentlyShown: readonly Ref[]) {
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#popups = popups;
    this.#recentlyShown = recentlyShown;
  }

  async offsetOf(ref: Ref, signal: AbortSignal, known: Known = {}): Promise<PartOffset | null> {
    const role = known.role ?? (await orElse(this.#accessibles.role(ref, signal), 0));
    const around = this.#frame.parts;
    if (!items.has(role)) return (await around?.offsetOf(ref, signal, known)) ?? null;
    this.#found ??= this.#read(signal);
    this.#found.catch(() => (this.#found = null));
    this.#known = await this.#found;
    return this.#known.get(formatRef(ref)) ?? (await around?.offsetOf(ref, signal, known)) ?? null;
  }

  /** Whether the element is such an entry, whose place was queried. */
  shows(ref: Ref): boolean {
    return (this.#known.get(formatRef(ref)) ?? 'nowhere') !== 'nowhere';
  }

  async #read(signal: AbortSignal): Promise<ReadonlyMap<string, PartOffset>> {
    const [accessibles, frame, popups, recentlyShown] = [
      this.#accessibles,
      this.#frame,
      this.#popups,
      this.#recentlyShown,
    ];
    const menus = await openPopups({ accessibles, frame, popups, recentlyShown, signal });
    const read = await Promise.all(menus.map((menu) => orElse(this.#entriesOf(menu, signal), [])));
    return new Map(read.flat());
  }

  async #entriesOf(menu: Ref, signal: AbortSignal): Promise<readonly (readonly [string, PartOffset])[]> {
    const { offset } = this.#frame;
    const [extents, children] = await Promise.all([
      this.#accessibles.extents(menu, signal),
      this.#accessibles.children(menu, signal),
    ]);
    const around = placeOf(extents, offset);
    const entries = await Promise.all(children.map((ref) => this.#entryOf(menu, ref, signal)));
    if (!around || entries.every(({ isOwn }) => isOwn)) return [];
    const places = stackedPlaces(entries, around);
    return entries.flatMap(({ ref, isOwn, place }, index) => {
      if (isOwn || !place) return [];
      const is = places?.[index];
      return [[formatRef(ref), is ? { ...offset, within: is } : 'nowhere'] as const];
    });
  }

  async #entryOf(menu: Ref, ref: Ref, signal: AbortSignal): Promise<Entry> {
    const [states, extents, parent] = await Promise.all([
      this.#accessibles.states(ref, signal),
      this.#accessibles.extents(ref, signal),
      orElse(this.#accessibles.parent(ref, signal), null),
    ]);
    const isOwn = hasBit(states, 'showing') || (parent !== null && sameRef(parent, menu));
    return { ref, isOwn, place: placeOf(extents, this.#frame.offset) };
  }
}

/**
 * Where the entries of a menu are, each below the one before; null if that contradicts the place of the menu, or of an entry that
 * tells its own: a menu of several columns, or one that scrolls.
 * @param around the menu, in screen pixels
 */
export function stackedPlaces(
  entries: readonly Pick<Entry, 'isOwn' | 'place'>[],
  around: Rect,
): readonly (Rect | null)[] | null {
  const heights = entries.map(({ place }) => place?.height ?? 0);
  const total = heights.reduce((sum, height) => sum + height, 0);
  const frame = (around.height - total) / 2;
  if (frame < 0 || frame > popupBorder) return null;
  let next = around.y + Math.round(frame);
  const own = entries.findIndex(({ isOwn, place }) => isOwn && place);
  if (own >= 0)
    next = (entries[own]?.place?.y ?? next) - heights.slice(0, own).reduce((sum, height) => sum + height, 0);
  const sides = entries[own]?.place ?? { ...around, x: around.x + 1, width: around.width - 2 };
  const places: (Rect | null)[] = [];
  for (const [index, { isOwn, place }] of entries.entries()) {
    const height = heights[index] ?? 0;
    if (isOwn && place && place.y !== next) return null;
    const stacked = { x: sides.x, y: next, width: sides.width, height };
    places.push(place && height > 0 ? intersect(stacked, around) : null);
    next += height;
  }
  return places;
}
