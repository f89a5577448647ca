import type { Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleNumber, roleSet } from '../vocabulary/roles.ts';
import { remembering } from './remembering.ts';
import type { Known, Offset, Parts } from './offset.ts';

const menu = roleNumber('menu');
const comboBox = roleNumber('combo box');
const popupMenu = roleSet('popup menu');
const rootPane = roleSet('root pane');
const layeredPane = roleSet('layered pane');
const panel = roleSet('panel');
const items = roleSet('menu', 'menu item', 'check box', 'radio menu item', 'radio button', 'separator');

/**
 * Content of open Swing menus. The bridge adds an item's position in its popup to the position of the menu that opened it,
 * instead of the popup's, and reports the popup of a combo box at the box (measured with java-atk-wrapper 0.40). Popups that
 * fit into the window are drawn in it, others get one of their own.
 */
export class SwingMenus implements Parts {
  readonly #accessibles: Accessibles;
  readonly #app: Ref;
  readonly #ofWindow: Offset;
  /** Limit on containers of items: a menu bar of Swing has hundreds. */
  readonly #roleOf = remembering((ref, signal) => this.#accessibles.role(ref, signal));
  /** Cached while pending: menus open while a frame is known. */
  #finding: Promise<ReadonlyMap<string, Rect>> | null = null;

  /** @param ofWindow the offset of all extents of the window */
  constructor(accessibles: Accessibles, app: Ref, ofWindow: Offset) {
    this.#accessibles = accessibles;
    this.#app = app;
    this.#ofWindow = ofWindow;
  }

  async offsetOf(ref: Ref, signal: AbortSignal, known: Known = {}): Promise<Offset | null> {
    const inMenu = await this.#offsetInMenu(ref, signal, known);
    const { x, y, scale = 1 } = this.#ofWindow;
    return inMenu && { ...this.#ofWindow, x: Math.round(inMenu.x * scale) + x, y: Math.round(inMenu.y * scale) + y };
  }

  async #offsetInMenu(ref: Ref, signal: AbortSignal, known: Known): Promise<Offset | null> {
    const role = known.role ?? (await this.#accessibles.role(ref, signal));
    if (popupMenu.has(role)) return this.#offsetOfList(ref, signal, known);
    return items.has(role) ? this.#offsetOfItem(ref, signal, known) : null;
  }

  async #offsetOfItem(ref: Ref, signal: AbortSignal, known: Known = {}): Promise<Offset | null> {
    const opener = await this.#parent(ref, menu, signal, known);
    if (!opener) return null;
    const popup = (await this.#open(signal)).get(ref.path);
    if (!popup) return null;
    const [stated, offset] = await Promise.all([
      this.#accessibles.extents(opener, signal),
      this.#offsetOfItem(opener, signal),
    ]);
    return { x: popup.x - stated.x - (offset?.x ?? 0), y: popup.y - stated.y - (offset?.y ?? 0) };
  }

  /** A combo box's popup contains only a pane of its own size, which reports its actual position. */
  async #offsetOfList(ref: Ref, signal: AbortSignal, known: Known): Promise<Offset | null> {
    if (!(await this.#parent(ref, comboBox, signal, known))) return null;
    const [content] = await this.#accessibles.children(ref, signal);
    if (!content) return null;
    const [stated, real] = await Promise.all([
      this.#accessibles.extents(ref, signal),
      this.#accessibles.extents(content, signal),
    ]);
    return { x: real.x - stated.x, y: real.y - stated.y };
  }

  async #parent(ref: Ref, wanted: number, signal: AbortSignal, known: Known): Promise<Ref | null> {
    const parent = known.parent ?? (await this.#accessibles.parent(ref, signal));
    return parent && (await this.#roleOf(parent, signal)) === wanted ? parent : null;
  }

  #open(signal: AbortSignal): Promise<ReadonlyMap<string, Rect>> {
    this.#finding ??= this.#find(signal).finally(() => (this.#finding = null));
    return this.#finding;
  }

  /** The popup of each item in an open one, by the item's path. */
  async #find(signal: AbortSignal): Promise<ReadonlyMap<string, Rect>> {
    const tops = await this.#accessibles.children(this.#app, signal);
    const lists = (await Promise.all(tops.map((top) => this.#popupsIn(top, signal)))).flat();
    const found = await Promise.all(lists.map((list) => this.#itemsOf(list, signal)));
    return new Map(found.flat());
  }

  async #popupsIn(top: Ref, signal: AbortSignal): Promise<readonly Ref[]> {
    const roots = await this.#below([top], rootPane, signal);
    const layers = await this.#below(roots, layeredPane, signal);
    const panels = await this.#below(layers, panel, signal);
    return this.#below(panels, popupMenu, signal);
  }

  async #below(parents: readonly Ref[], roles: ReadonlySet<number>, signal: AbortSignal): Promise<readonly Ref[]> {
    const children = await Promise.all(parents.map((ref) => orElse(this.#accessibles.children(ref, signal), [])));
    const all = children.flat();
    const found = await Promise.all(all.map((ref) => orElse(this.#accessibles.role(ref, signal), -1)));
    return all.filter((_, i) => roles.has(found[i] ?? -1));
  }

  async #itemsOf(popup: Ref, signal: AbortSignal): Promise<readonly (readonly [string, Rect])[]> {
    const [place, children] = await Promise.all([
      this.#accessibles.extents(popup, signal),
      this.#accessibles.children(popup, signal),
    ]);
    return children.map((child) => [child.path, place] as const);
  }
}
