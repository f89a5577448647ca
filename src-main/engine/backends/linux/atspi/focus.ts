import { performance } from 'node:perf_hooks';
import type { Disposable } from '../../../../base/async/disposable.ts';
import type { ControlType } from '#contract/model/elements/element';
import { intersect } from '#contract/model/geometry';
import type { FocusStay, KeyTime, RawNode } from '../../../backend.ts';
import type { Accessibles } from './bus/accessibles.ts';
import type { AccessibilityBus } from './bus/bus.ts';
import { orElse } from './bus/or-else.ts';
import type { Message } from '../dbus/message.ts';
import { maxDepth } from './limits.ts';
import { selectedChildren } from './patterns/items.ts';
import { readTree, walkTree } from './reading/walk.ts';
import * as names from './vocabulary/names.ts';
import { formatRef, refFrom, sameRef, type Ref } from './vocabulary/ref.ts';
import { roleNumber, roleSet } from './vocabulary/roles.ts';
import { hasBit, type StateSet } from './vocabulary/states.ts';
import type { Frame } from './frames/frame.ts';

const searchBudget = { depth: 200, maxNodes: 5_000 } as const;
/** An element that takes the keys for another is a direct child. */
const withinBudget = { depth: 1, maxNodes: 20 } as const;
const maxRemembered = 256;
/** Events kept per app: LibreOffice sends five for each text entered into a cell. */
const remembered = 64;
/** Elements in which typing opens an editor, and their containers. */
const cells = roleSet('table cell', 'tree item', 'list item');
/** Qt reports at most this many elements when a page opens. */
const reportedTogether = 4;
const tables = roleSet('table', 'tree table', 'tree', 'list');
/** Elements of which one is current in its container, with or without the focus. */
const currents = roleSet('table cell', 'tree item', 'list item', 'page tab');
const items: ReadonlySet<ControlType> = new Set<ControlType>(['DataItem', 'ListItem', 'TabItem', 'TreeItem']);
/** Maximum number of selected items to search for the current one; a selected row of a table is one item for each column. */
const mostSelected = 64;
/** Elements that take the focus for one editor: its container and its text. */
const editorParts = 3;
/** Maximum distance of an editor's corner from the cell's, in pixels. */
const nearLeft = 8;
const passwords = roleSet('password text');
const gone = roleSet('invalid');
const sheetRole = roleNumber('document spreadsheet');
const paragraphRole = roleNumber('paragraph');

/** An element that took the focus, and when the event was received, by the clock of `performance`. */
interface FocusReport {
  readonly path: string;
  readonly at: number;
}

interface TimedRef {
  readonly ref: Ref;
  readonly at: number;
}

/** The keyboard focus of each app: remembered from events, or searched for if the app sent none. */
export class FocusTracker implements Disposable {
  readonly #accessibles: Accessibles;
  readonly #events: Disposable;
  /** Newest last, by bus name. */
  readonly #reported = new Map<string, readonly FocusReport[]>();
  /** Paragraphs that searches found, by bus name. */
  readonly #searched = new Map<string, Ref>();

  constructor(bus: AccessibilityBus, accessibles: Accessibles) {
    this.#accessibles = accessibles;
    this.#events = bus.onSignal((message) => {
      const path = focusedBy(message);
      if (path === null) return;
      if (this.#reported.size >= maxRemembered) this.#reported.clear();
      const before = this.#reported.get(message.sender) ?? [];
      this.#reported.set(message.sender, [...before, { path, at: performance.now() }].slice(-remembered));
    });
  }

  /**
   * The focused element of a window, or null if the app reports none.
   * @param known the window, if a read of it has just ended; null if none is pending
   * @param key a key that may have opened an editor since: the result is then the cell under the editor
   * @param inPages the same for what other processes show in the window, which its app does not report as focused
   */
  async focused(
    frame: Frame,
    known: () => Promise<RawNode | null>,
    signal: AbortSignal,
    key: KeyTime | null = null,
    inPages: () => Promise<Ref | null> = () => Promise.resolve(null),
  ): Promise<Ref | null> {
    const typedIn = async () => (key ? orElse(this.#cellOf(frame, key, signal), null) : null);
    if (key && this.#isLedTo(frame, key)) return null;
    // The event about the editor arrives before the answer that the cell has lost the focus.
    const reported = (await typedIn()) ?? (await this.#lastReported(frame, signal)) ?? (await typedIn());
    if (reported && !frame.toolkit.namesParagraphs) return reported;
    if (reported) {
      const way = await orElse(this.#wayToSheet(reported, signal), null);
      if (!way) return reported;
      // Another editor that opened since the key, and may be gone, was over the key's cell.
      const isOther = key && this.#since(frame, key).some((path) => !way.some((ref) => ref.path === path));
      return isOther ? null : orElse(this.#cellBeneath(way, signal), reported);
    }
    const inPage = await inPages();
    if (inPage) return inPage;
    // The current focus is where the following keys led.
    if (key?.types && frame.toolkit.namesParagraphs && this.#since(frame, key).length > 0) return null;
    const found = (await this.#foundBefore(frame, signal)) ?? (await this.#search(frame, known, signal));
    return sameRef(found, frame.ref) ? null : ((await this.#currentIn(frame, found, signal)) ?? found);
  }

  async #search(frame: Frame, known: () => Promise<RawNode | null>, signal: AbortSignal): Promise<Ref> {
    // A search during a read would send a busy app every query twice.
    const search = () => readTree(this.#accessibles, frame, frame.ref, { ...searchBudget, signal });
    const found = focusedIn((await known()) ?? (await search()).root, frame.ref);
    if (frame.toolkit.namesParagraphs) this.#searched.set(frame.ref.bus, found);
    return found;
  }

  /**
   * The paragraph that the last search found, if it still has the focus: searching LibreOffice's window takes seconds, and it
   * reports nothing until the focus moves.
   */
  async #foundBefore(frame: Frame, signal: AbortSignal): Promise<Ref | null> {
    const found = this.#searched.get(frame.ref.bus);
    if (!found || (await orElse(this.#accessibles.role(found, signal), -1)) !== paragraphRole) return null;
    if (!(await this.#focusedStates(frame, found, signal))) return null;
    return (await orElse(this.#wayToSheet(found, signal), null)) ? null : found;
  }

  /** The focused element of a window as far as it was reported; nothing is searched. Null as {@link FocusTracker.focused}. */
  async reported(frame: Frame, signal: AbortSignal, key: KeyTime | null = null): Promise<Ref | null> {
    return key && this.#isLedTo(frame, key) ? null : this.#lastReported(frame, signal);
  }

  /**
   * The only element of a window that reported the focus before the end of the stay. Null if there were several or none, if the
   * element is gone, or if the focus moved more often than the user moved it: then the app moved it, perhaps before it received
   * the keys.
   */
  async onlyReported(frame: Frame, { since, until, movesAfter }: FocusStay, signal: AbortSignal): Promise<Ref | null> {
    const { bus } = frame.ref;
    const reported = this.#reported.get(bus) ?? [];
    if (reported.length === remembered && reported.every(({ at }) => at > since)) return null;
    const refs = new Map(reported.map(({ path }) => [path, { bus, path }]));
    const inside = new Set<string>();
    for (const [path, ref] of refs) {
      // Unknown whether a destroyed element was in this window.
      if (gone.has(await this.#accessibles.role(ref, signal))) return null;
      if (await this.#isSurelyIn(frame, ref, signal)) inside.add(path);
    }
    const taken = reported.filter(({ path }) => inside.has(path));
    const before = taken.filter(({ at }) => at < until);
    const first = before[0]?.path;
    if (first === undefined || before.some(({ path }) => path !== first)) return null;
    const moves = taken.filter(({ path }, index) => index > 0 && taken[index - 1]?.path !== path).length;
    return moves <= movesAfter ? { bus, path: first } : null;
  }

  /**
   * The elements of a window that reported the focus after this one last did, in order. Null if it did not, or if one of them is
   * gone.
   */
  async reportedSince(frame: Frame, from: Ref, signal: AbortSignal): Promise<readonly Ref[] | null> {
    const { bus } = frame.ref;
    const paths = (this.#reported.get(bus) ?? []).map(({ path }) => path);
    const at = paths.lastIndexOf(from.path);
    if (at < 0) return null;
    const later = paths.slice(at + 1).filter((path, index, all) => path !== all[index - 1]);
    const inside = new Map<string, boolean>();
    for (const path of new Set(later)) {
      const ref = { bus, path };
      if (gone.has(await this.#accessibles.role(ref, signal))) return null;
      inside.set(path, await this.#isSurelyIn(frame, ref, signal));
    }
    return later.filter((path) => inside.get(path)).map((path) => ({ bus, path }));
  }

  /** The field that reported the focus last and still has it, if its app never lists it and `isKnown` does not know its id. */
  async unlistedEditor(
    frame: Frame,
    isKnown: (runtimeId: string) => boolean,
    signal: AbortSignal,
  ): Promise<Ref | null> {
    const { bus } = frame.ref;
    const path = frame.toolkit.unlistsEditors ? this.#reported.get(bus)?.at(-1)?.path : undefined;
    if (path === undefined || isKnown(formatRef({ bus, path }))) return null;
    const states = await this.#focusedStates(frame, { bus, path }, signal);
    return states && hasBit(states, 'editable') && hasBit(states, 'showing') ? { bus, path } : null;
  }

  dispose(): void {
    this.#events.dispose();
  }

  async #lastReported(frame: Frame, signal: AbortSignal): Promise<Ref | null> {
    const { bus } = frame.ref;
    const path = this.#reported.get(bus)?.at(-1)?.path;
    if (path === undefined) return null;
    const ref = { bus, path };
    const states = await this.#focusedStates(frame, ref, signal);
    if (!states || hasBit(states, 'editable')) return states && ref;
    const inside = (await this.#fieldBefore(frame, ref, signal)) ?? (await this.#currentIn(frame, ref, signal));
    if (inside) return inside;
    const read = walkTree(this.#accessibles, frame, ref, { ...withinBudget, signal });
    return orElse(
      read.then(({ root }) => focusedIn(root, ref)),
      ref,
    );
  }

  /** The current item of a focused container, in toolkits where only the container has the focus. */
  async #currentIn({ toolkit }: Frame, { bus, path }: Ref, signal: AbortSignal): Promise<Ref | null> {
    const container = { bus, path };
    if (!toolkit.activeIsCurrent || !tables.has(await orElse(this.#accessibles.role(container, signal), -1)))
      return null;
    const selected = await orElse(selectedChildren(this.#accessibles, container, mostSelected, signal), null);
    for (const item of selected?.refs ?? []) {
      const states = await orElse(this.#accessibles.states(item, signal), null);
      if (states && hasBit(states, 'active')) return item;
    }
    return null;
  }

  /** A field reported before an item, and that still has the focus: Qt also reports the items that an app makes current. */
  async #fieldBefore(frame: Frame, item: Ref, signal: AbortSignal): Promise<Ref | null> {
    const { bus } = frame.ref;
    if (!currents.has(await orElse(this.#accessibles.role(item, signal), -1))) return null;
    const paths = (this.#reported.get(bus) ?? []).map(({ path }) => path).filter((path) => path !== item.path);
    for (const path of new Set(paths.slice(-reportedTogether).reverse())) {
      const states = await this.#focusedStates(frame, { bus, path }, signal);
      if (states && hasBit(states, 'editable') && hasBit(states, 'showing')) return { bus, path };
    }
    return null;
  }

  /** Elements that took the focus since the key, by path. */
  #since({ ref: { bus } }: Frame, { at: keyAt }: KeyTime): readonly string[] {
    return (this.#reported.get(bus) ?? []).filter(({ at }) => at >= keyAt).map(({ path }) => path);
  }

  /** Nothing was reported before a non-typing key: the current focus may be where that key led. */
  #isLedTo({ ref: { bus } }: Frame, { at, types }: KeyTime): boolean {
    const [first] = this.#reported.get(bus) ?? [];
    return !types && first !== undefined && first.at >= at;
  }

  /** The cell focused when the key came, if another element has the focus since: a text over the cell, or another cell. */
  async #cellOf(frame: Frame, key: KeyTime, signal: AbortSignal): Promise<Ref | null> {
    const { bus } = frame.ref;
    const reported = (this.#reported.get(bus) ?? []).map(({ path, at }) => ({ ref: { bus, path }, at }));
    const before = reported.filter(({ at }) => at < key.at).length - 1;
    const now = key.types ? await this.#openedAt(reported, before, signal) : before;
    if (now < 0 || now === reported.length - 1) return null;
    const at = await this.#cellUnder(reported, now, signal);
    const [cell, over] = [reported[at]?.ref, reported[at + 1]?.ref];
    if (!cell || !over || !(await this.#isIn(frame, cell, signal))) return null;
    return (await this.#mayEdit(over, cell, signal)) ? cell : null;
  }

  /** The last cell reported before a text took the focus, an event that may arrive only after the key. */
  async #openedAt(reported: readonly TimedRef[], from: number, signal: AbortSignal): Promise<number> {
    const kinds = await Promise.all(reported.slice(Math.max(0, from)).map(({ ref }) => this.#kindOf(ref, signal)));
    if (from < 0 || kinds[0] === 'other') return from;
    const opens = kinds.findIndex((kind, index) => kind === 'other' && kinds[index - 1] === 'cell');
    return opens > 0 ? from + opens - 1 : from;
  }

  /**
   * The cell under LibreOffice's editor, which is a sibling of the sheet, if no event named the cell: none is reported before a
   * sheet is first read. Any other element is returned unchanged.
   */
  async #cellBeneath(way: readonly Ref[], signal: AbortSignal): Promise<Ref> {
    const [over, editor, sheet] = [way[0], way.at(-2), way.at(-1)] as [Ref, Ref, Ref];
    const { x, y, width, height } = await this.#accessibles.extents(editor, signal);
    for (const table of await this.#accessibles.children(sheet, signal)) {
      if (!tables.has(await this.#accessibles.role(table, signal))) continue;
      // A text that does not fit extends over adjacent cells.
      const [nearX, nearY] = [x + Math.min(nearLeft, Math.floor(width / 2)), y + Math.floor(height / 2)];
      const cell = await this.#accessibles.childAtPoint(table, nearX, nearY, signal);
      if (cell && cells.has(await this.#accessibles.role(cell, signal))) return cell;
    }
    return over;
  }

  /** From the element to its sheet, a sibling of the table; null if it is in none. */
  async #wayToSheet(over: Ref, signal: AbortSignal): Promise<readonly Ref[] | null> {
    const way = [over];
    for (let height = 0; height < editorParts; height++) {
      const around = await this.#accessibles.parent(way.at(-1) as Ref, signal);
      if (!around) return null;
      way.push(around);
      const role = await this.#accessibles.role(around, signal);
      if (role === sheetRole) return way;
      if (tables.has(role) || cells.has(role)) return null;
    }
    return null;
  }

  /** If a text has the focus, the cell that had it before. */
  async #cellUnder(reported: readonly TimedRef[], from: number, signal: AbortSignal): Promise<number> {
    for (let at = from; at >= 0 && at > from - editorParts; at--) {
      const kind = await this.#kindOf(reported[at]?.ref, signal);
      if (kind !== 'other') return kind === 'cell' ? at : -1;
    }
    return -1;
  }

  async #kindOf(ref: Ref | undefined, signal: AbortSignal): Promise<'cell' | 'table' | 'other'> {
    const role = ref ? await orElse(this.#accessibles.role(ref, signal), -1) : -1;
    return cells.has(role) ? 'cell' : tables.has(role) ? 'table' : 'other';
  }

  /** Another cell gets the focus after an action in this one; a text over the cell keeps it while it exists. */
  async #mayEdit(over: Ref, cell: Ref, signal: AbortSignal): Promise<boolean> {
    const role = await orElse(this.#accessibles.role(over, signal), -1);
    // Text typed into a password field is secret, whatever the field opened over.
    if (passwords.has(role)) return false;
    if (cells.has(role) || tables.has(role) || role === -1 || gone.has(role)) return true;
    const [place, there] = await Promise.all([
      this.#accessibles.extents(cell, signal),
      orElse(this.#accessibles.extents(over, signal), null),
    ]);
    return there === null || intersect(place, there) !== null;
  }

  /** States of an element that has the focus in the window; null for any other. */
  async #focusedStates(frame: Frame, ref: Ref, signal: AbortSignal): Promise<StateSet | null> {
    const states = await orElse(this.#accessibles.states(ref, signal), null);
    return states && hasBit(states, 'focused') && (await this.#isIn(frame, ref, signal)) ? states : null;
  }

  #isIn(frame: Frame, ref: Ref, signal: AbortSignal): Promise<boolean> {
    return orElse(this.#isSurelyIn(frame, ref, signal), false);
  }

  async #isTwin(one: Ref, other: Ref, signal: AbortSignal): Promise<boolean> {
    const [role, roleToo, name, nameToo] = await Promise.all([
      this.#accessibles.role(one, signal),
      this.#accessibles.role(other, signal),
      this.#accessibles.name(one, signal),
      this.#accessibles.name(other, signal),
    ]);
    return role === roleToo && name === nameToo && name !== '';
  }

  /**
   * LibreOffice reports the content of a window in a second window of the same name, which has no parent. @throws if an
   * ancestor does not answer
   */
  async #isSurelyIn(frame: Frame, ref: Ref, signal: AbortSignal): Promise<boolean> {
    const way: Ref[] = [];
    let current: Ref | null = ref;
    for (; current !== null && way.length < maxDepth; current = await this.#accessibles.parent(current, signal)) {
      if (sameRef(current, frame.ref)) return true;
      way.push(current);
    }
    const top = current === null ? way.at(-1) : undefined;
    return top !== undefined && way.length > 1 && (await this.#isTwin(top, frame.ref, signal));
  }
}

/** The focused element of a tree; the root if there is none. */
function focusedIn(root: RawNode, { bus }: Ref): Ref {
  const found =
    deepestFocused(
      root,
      (node, isWithin) => shows(node) && node !== root && (isWithin || !items.has(node.controlType)),
    ) ??
    deepestFocused(root, shows) ??
    deepestFocused(root, (node) => node.states.includes('focusable')) ??
    deepestFocused(root, () => true) ??
    root.runtimeId;
  return { bus, path: found.slice(bus.length) };
}

function shows({ states }: RawNode): boolean {
  return states.includes('visible') && states.includes('focusable');
}

/** The path of the element that an event reports as focused: an element, or the table or tree cell that represents it. */
function focusedBy(message: Message): string | null {
  if (message.interface !== names.objectEvents) return null;
  if (message.member === 'StateChanged') {
    const [state, gained] = message.body();
    return state === 'focused' && gained === 1 ? message.path : null;
  }
  if (message.member !== 'ActiveDescendantChanged') return null;
  const [, , , descendant] = message.body();
  const ref = refFrom(descendant);
  return ref?.bus === message.sender ? ref.path : null;
}

/**
 * Qt reports the focus on every element of a key-forwarding chain: the field in a combo box, and the viewport of a text, which
 * is not focusable; also on the last focused element of each hidden page, and the current item of each list.
 * @param wanted receives also whether an element around it has the focus
 */
function deepestFocused(
  node: RawNode,
  wanted: (node: RawNode, isWithin: boolean) => boolean,
  isWithin = false,
): string | null {
  const isFocused = node.states.includes('focused');
  for (const child of node.children ?? []) {
    const found = deepestFocused(child, wanted, isWithin || isFocused);
    if (found !== null) return found;
  }
  return isFocused && wanted(node, isWithin) ? node.runtimeId : null;
}
