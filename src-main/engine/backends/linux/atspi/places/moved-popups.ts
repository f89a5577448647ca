import { center, type Rect } from '#contract/model/geometry';
import type { Surface } from '../../window-system.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { maxDepth } from '../limits.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleNumber, roleSet } from '../vocabulary/roles.ts';
import { placeOf } from './place.ts';
import { remembering } from './remembering.ts';
import type { Known, Offset, Parts } from './offset.ts';

const [popupMenu, comboBox] = [roleNumber('popup menu'), roleNumber('combo box')];
const views = roleSet('list', 'tree', 'table', 'tree table');

/** Maximum excess size of a pop-up over its list, and maximum offset of its centre: borders and scrollers. */
const slack = 12;

interface Found {
  readonly role: number;
  /** Null for elements relative to their window. */
  readonly offset: Offset | null;
}

/**
 * Qt's menus and lists report the window-relative position that Qt requested. If the compositor moved a pop-up to fit its
 * output, its content is off by the same distance. Seen with Qt 5.15 on KWin 5.27.
 */
export class MovedPopups implements Parts {
  readonly #accessibles: Accessibles;
  readonly #frame: Ref;
  readonly #popups: readonly Rect[];
  readonly #around: Offset;
  readonly #find = remembering((...about) => this.#ask(...about));

  private constructor(accessibles: Accessibles, frame: Ref, popups: readonly Rect[], around: Offset) {
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#popups = popups;
    this.#around = around;
  }

  /** Null if no popup is open, or if unknown. @param around the origin of the frame's extents */
  static of(accessibles: Accessibles, frame: Ref, surface: Surface, around: Offset): MovedPopups | null {
    const { popups, scale, shift } = surface;
    if (popups === 'unknown' || popups.length === 0) return null;
    const onScreen = popups.flatMap(({ place }) => placeOf(place, { ...shift, scale }) ?? []);
    return new MovedPopups(accessibles, frame, onScreen, around);
  }

  async offsetOf(ref: Ref, signal: AbortSignal, known: Known = {}): Promise<Offset | null> {
    return (await this.#find(ref, signal, 0, known)).offset;
  }

  async #ask(ref: Ref, signal: AbortSignal, height: number, known: Known): Promise<Found> {
    const role = known.role ?? (await orElse(this.#accessibles.role(ref, signal), 0));
    if (sameRef(ref, this.#frame) || height > maxDepth) return { role, offset: null };
    const parent = known.parent ?? (await this.#accessibles.parent(ref, signal));
    if (!parent) return { role, offset: null };
    const above = await this.#find(parent, signal, height + 1);
    const isPopup = role === popupMenu || (above.role === comboBox && views.has(role));
    return { role, offset: isPopup ? await this.#offset(ref, signal) : above.offset };
  }

  async #offset(ref: Ref, signal: AbortSignal): Promise<Offset | null> {
    const reported = await orElse(this.#accessibles.extents(ref, signal), null);
    const wanted = reported && placeOf(reported, this.#around);
    if (!wanted) return null;
    const most = slack * (this.#around.scale ?? 1);
    const unlike = ({ width, height }: Rect) =>
      Math.max(Math.abs(width - wanted.width), Math.abs(height - wanted.height));
    const was = center(wanted);
    const far = (popup: Rect) => Math.max(Math.abs(center(popup).x - was.x), Math.abs(center(popup).y - was.y));
    const alike = this.#popups.filter((popup) => unlike(popup) <= most);
    const [nearest] = [...alike].sort((a, b) => unlike(a) - unlike(b) || far(a) - far(b));
    // Others may be of equal size.
    if (!nearest || alike.some((popup) => far(popup) <= most / 2)) return null;
    const is = center(nearest);
    return { ...this.#around, x: this.#around.x + is.x - was.x, y: this.#around.y + is.y - was.y };
  }
}
