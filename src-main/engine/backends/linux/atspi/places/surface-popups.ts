import { center, type Point, type Rect } from '#contract/model/geometry';
import type { Surface, SurfacePopup } from '../../window-system.ts';
import { type Accessibles, number } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { maxDepth } from '../limits.ts';
import type { ToolkitName } from '../toolkits/toolkit.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import * as names from '../vocabulary/names.ts';
import { remembering } from './remembering.ts';
import type { Known, Offset, PartOffset, Parts } from './offset.ts';

const [menu, comboBox, filler] = [roleNumber('menu'), roleNumber('combo box'), roleNumber('filler')];
/** Maximum shadow of a menu; a larger offset is a scrolled entry. */
const widest = 40;
const isShadow = ({ x, y, width }: Rect) => width > 0 && Math.min(x, y) >= 0 && Math.max(x, y) <= widest;
/** GTK 4's role for the content of a popover. */
const popoverContent = 'GtkPopoverContent';

interface Popup {
  /** Number of open menus at and below this one. */
  readonly depth: number;
  readonly offset: PartOffset;
}

interface Found {
  readonly role: number;
  /** A menu that is a pop-up itself, not an entry that opens one. */
  readonly isPopup?: boolean;
  /** Null for elements in none. */
  readonly popup: Popup | null;
}

const isListOf = (above: number, role: number) => above === comboBox && role === menu;

/**
 * Content of GTK menus and lists, each of which is a surface with its own origin. Pop-ups of Qt, Chromium and Firefox are
 * window-relative. Measured under sway 1.7 and KWin 5.27 with GTK 3.24 and 4.8.
 */
export class SurfacePopups implements Parts {
  readonly #accessibles: Accessibles;
  readonly #frame: Ref;
  readonly #surface: Surface;
  readonly #around: Offset;
  readonly #toolkit: ToolkitName;
  readonly #find = remembering((...about) => this.#ask(...about));

  private constructor(accessibles: Accessibles, toolkit: ToolkitName, frame: Ref, surface: Surface, around: Offset) {
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#surface = surface;
    this.#around = around;
    this.#toolkit = toolkit;
  }

  /** Null for a toolkit with window-relative pop-ups. @param around the frame's origin */
  static of(
    accessibles: Accessibles,
    toolkit: ToolkitName,
    frame: Ref,
    surface: Surface,
    around: Offset,
  ): SurfacePopups | null {
    const isGtk3 = toolkit === 'gtk3' || toolkit === 'libreoffice';
    if (!isGtk3 && toolkit !== 'gtk4') return null;
    return new SurfacePopups(accessibles, toolkit, frame, surface, around);
  }

  async offsetOf(ref: Ref, signal: AbortSignal, known: Known = {}): Promise<PartOffset | null> {
    return (await this.#find(ref, signal, 0, known)).popup?.offset ?? null;
  }

  async #ask(ref: Ref, signal: AbortSignal, height: number, known: Known): Promise<Found> {
    const role = known.role ?? (await orElse(this.#accessibles.role(ref, signal), 0));
    if (sameRef(ref, this.#frame) || height > maxDepth) return { role, popup: null };
    const parent = known.parent ?? (await this.#accessibles.parent(ref, signal));
    if (!parent) return { role, popup: null };
    const above = await this.#find(parent, signal, height + 1);
    const top = await this.#topOf({ ref, role, name: known.name }, { ref: parent, ...above }, signal);
    if (!top) return { role, popup: above.popup };
    const depth = (above.popup?.depth ?? 0) + 1;
    const isPopup = isListOf(above.role, role);
    return { role, isPopup, popup: { depth, offset: await this.#offset(top, depth, signal) } };
  }

  /** The element with the size of a pop-up that begins here, or in GTK 3 any element in it; null if there is none. */
  async #topOf(
    { ref, role, name }: { readonly ref: Ref; readonly role: number; readonly name: string | undefined },
    above: Found & { readonly ref: Ref },
    signal: AbortSignal,
  ): Promise<Ref | null> {
    // In GTK 3, a menu inside a menu bar or another menu is the entry that opens it.
    if (this.#toolkit !== 'gtk4')
      return (above.role === menu && !above.isPopup) || isListOf(above.role, role) ? ref : null;
    if (role === menu) return ref;
    const { popups } = this.#surface;
    const mayBeOpen = popups !== 'unknown' && popups.length > 0;
    if (mayBeOpen && !above.popup && (await saysPopup(this.#accessibles, ref, signal))) return ref;
    // If it has its own name, that is used.
    if (above.popup || role !== filler || name) return null;
    return (await orElse(this.#accessibles.name(ref, signal), '')) === popoverContent ? above.ref : null;
  }

  async #offset(top: Ref, depth: number, signal: AbortSignal): Promise<PartOffset> {
    const { popups, scale, shift } = this.#surface;
    if (popups === 'unknown')
      return this.#toolkit === 'gtk4' ? 'nowhere' : orElse(this.#beside(top, signal), 'nowhere');
    const from = await orElse(
      this.#toolkit === 'gtk4' ? this.#middle(top, popups, signal) : this.#corner(top, popups.at(-depth), signal),
      null,
    );
    return from
      ? { x: Math.round(from.x * scale + shift.x), y: Math.round(from.y * scale + shift.y), scale }
      : 'nowhere';
  }

  /** In its own window, an element of GTK 3 has correct coordinates; only screen coordinates are wrong. */
  async #corner(ref: Ref, popup: SurfacePopup | undefined, signal: AbortSignal): Promise<Point | null> {
    if (!popup) return null;
    const [inWindow, reported] = await Promise.all([
      this.#accessibles.extentsInWindow(ref, signal),
      this.#accessibles.extents(ref, signal),
    ]);
    return { x: popup.buffer.x + inWindow.x - reported.x, y: popup.buffer.y + inWindow.y - reported.y };
  }

  /**
   * If the desktop does not report popups: GTK 3 knows their position relative to their window, but adds the distance of the
   * first entry from the corner twice, which is the width of its shadow. Seen with 3.24 on sway 1.7, and on KWin 5.27, which
   * does report popups.
   */
  async #beside(top: Ref, signal: AbortSignal): Promise<PartOffset> {
    const [role, parent] = await Promise.all([
      this.#accessibles.role(top, signal),
      this.#accessibles.parent(top, signal),
    ]);
    const isList = parent !== null && isListOf(await this.#accessibles.role(parent, signal), role);
    const [first] = await this.#accessibles.children(isList ? top : (parent ?? top), signal);
    const shadow = first && (await this.#accessibles.extentsInWindow(first, signal));
    if (!shadow || !isShadow(shadow)) return 'nowhere';
    const { x, y, scale = 1 } = this.#around;
    return { x: x - Math.round(shadow.x * scale), y: y - Math.round(shadow.y * scale), scale };
  }

  /** A GTK 4 popover is centred on the pop-up closest to it in size. */
  async #middle(popover: Ref, popups: readonly SurfacePopup[], signal: AbortSignal): Promise<Point | null> {
    const reported = await this.#accessibles.extents(popover, signal);
    const unlike = ({ place }: SurfacePopup) =>
      Math.abs(place.width - reported.width) + Math.abs(place.height - reported.height);
    const [nearest] = [...popups].sort((a, b) => unlike(a) - unlike(b));
    if (!nearest) return null;
    const [wanted, is] = [center(nearest.place), center(reported)];
    return { x: wanted.x - is.x, y: wanted.y - is.y };
  }
}

/** ATSPI_LAYER_POPUP (atspi-constants.h), which GTK 4.18 reports for its popovers. */
const popupLayer = 5;

/** Whether an element reports that it is drawn in a window of its own; false if it does not answer. */
export async function saysPopup(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<boolean> {
  return number(await orElse(accessibles.call(ref, names.component, 'GetLayer', signal), null)) === popupLayer;
}
