import { performance } from 'node:perf_hooks';
import type { Disposable } from '../../../../base/disposable.ts';
import { intersect } from '#contract/model/geometry';
import type { FocusStay, RawNode } from '../../../backend.ts';
import type { Accessibles } from './bus/accessibles.ts';
import type { AccessibilityBus } from './bus/bus.ts';
import { orElse } from './bus/or-else.ts';
import type { Message } from '../dbus/message.ts';
import type { Frame } from './frames/frames.ts';
import { maxDepth } from './limits.ts';
import { readTree, walkTree } from './reading/walk.ts';
import * as names from './vocabulary/names.ts';
import { refFrom, sameRef, type Ref } from './vocabulary/ref.ts';
import { roleSet } from './vocabulary/roles.ts';
import { hasBit, type StateSet } from './vocabulary/states.ts';

const searchBudget = { depth: 200, maxNodes: 5_000 } as const;
/** What takes the keys for another element is right below it. */
const withinBudget = { depth: 1, maxNodes: 20 } as const;
const maxRemembered = 256;
/** So many events of one app: an editor that opens over a cell sends a few. */
const remembered = 8;
/** Where typing opens an editor. */
const cells = roleSet('table cell', 'tree item', 'list item');
const passwords = roleSet('password text');
const gone = roleSet('invalid');

/** An element that took the focus, and when that was heard, by the clock of `performance`. */
interface Told {
  readonly path: string;
  readonly at: number;
}

/** Where the keyboard focus is in each app: remembered from its events, searched for where it sent none. */
export class FocusTracker implements Disposable {
  readonly #accessibles: Accessibles;
  readonly #events: Disposable;
  /** Newest last, by bus name. */
  readonly #told = new Map<string, readonly Told[]>();

  constructor(bus: AccessibilityBus, accessibles: Accessibles) {
    this.#accessibles = accessibles;
    this.#events = bus.onSignal((message) => {
      const path = focusedBy(message);
      if (path === null) return;
      if (this.#told.size >= maxRemembered) this.#told.clear();
      const before = this.#told.get(message.sender) ?? [];
      this.#told.set(message.sender, [...before, { path, at: performance.now() }].slice(-remembered));
    });
  }

  /**
   * The focused element of a window, or null where the app names none.
   * @param keyAt when a key came that may have opened an editor since: then it is the cell that this stands over
   */
  async focused(frame: Frame, signal: AbortSignal, keyAt = Infinity): Promise<Ref | null> {
    const typedIn = () => orElse(this.#cellTypedIn(frame, keyAt, signal), null);
    // What the app tells of the editor is heard before it answers that the cell has the focus no more.
    const told = (await typedIn()) ?? (await this.#lastTold(frame, signal)) ?? (await typedIn());
    if (told) return told;
    const { root } = await readTree(this.#accessibles, frame, frame.ref, { ...searchBudget, signal });
    const found = focusedIn(root, frame.ref);
    return sameRef(found, frame.ref) ? null : found;
  }

  /**
   * The only element of a window that told until the end of the stay that it took the focus. Null where several did or none,
   * where one that did is gone, and where the focus moved more often after that than by hand: then the app moved it itself, and
   * may have done so before it took the keys.
   */
  async onlyTold(frame: Frame, { since, until, movesAfter }: FocusStay, signal: AbortSignal): Promise<Ref | null> {
    const { bus } = frame.ref;
    const told = this.#told.get(bus) ?? [];
    if (told.length === remembered && told.every(({ at }) => at > since)) return null;
    const refs = new Map(told.map(({ path }) => [path, { bus, path }]));
    const inside = new Set<string>();
    for (const [path, ref] of refs) {
      // Of one that is gone no one can say whether it was in this window.
      if (gone.has(await this.#accessibles.role(ref, signal))) return null;
      if (await this.#isSurelyIn(frame, ref, signal)) inside.add(path);
    }
    const taken = told.filter(({ path }) => inside.has(path));
    const before = taken.filter(({ at }) => at < until);
    const first = before[0]?.path;
    if (first === undefined || before.some(({ path }) => path !== first)) return null;
    const moves = taken.filter(({ path }, index) => index > 0 && taken[index - 1]?.path !== path).length;
    return moves <= movesAfter ? { bus, path: first } : null;
  }

  dispose(): void {
    this.#events.dispose();
  }

  async #lastTold(frame: Frame, signal: AbortSignal): Promise<Ref | null> {
    const { bus } = frame.ref;
    const path = this.#told.get(bus)?.at(-1)?.path;
    if (path === undefined) return null;
    const ref = { bus, path };
    const states = await this.#focusedStates(frame, ref, signal);
    if (!states || hasBit(states, 'editable')) return states && ref;
    const read = walkTree(this.#accessibles, frame, ref, { ...withinBudget, signal });
    return orElse(
      read.then(({ root }) => focusedIn(root, ref)),
      ref,
    );
  }

  /** The cell that had the focus when the key came, where what has it since stands over that. */
  async #cellTypedIn(frame: Frame, keyAt: number, signal: AbortSignal): Promise<Ref | null> {
    const { bus } = frame.ref;
    const told = this.#told.get(bus) ?? [];
    const last = told.at(-1);
    const before = told.filter(({ at }) => at < keyAt).at(-1);
    if (!last || !before || last === before) return null;
    const [cell, editor] = [before, last].map(({ path }) => ({ bus, path })) as [Ref, Ref];
    if (!cells.has(await this.#accessibles.role(cell, signal))) return null;
    // What is typed into a password field is a secret, whatever the field opened over.
    if (passwords.has(await this.#accessibles.role(editor, signal))) return null;
    const [place, over, ...areThere] = await Promise.all([
      this.#accessibles.extents(cell, signal),
      this.#accessibles.extents(editor, signal),
      this.#isIn(frame, cell, signal),
      this.#isIn(frame, editor, signal),
    ]);
    return areThere.every(Boolean) && intersect(place, over) ? cell : null;
  }

  /** States of an element that has the focus in that window; null of any other. */
  async #focusedStates(frame: Frame, ref: Ref, signal: AbortSignal): Promise<StateSet | null> {
    const states = await orElse(this.#accessibles.states(ref, signal), null);
    return states && hasBit(states, 'focused') && (await this.#isIn(frame, ref, signal)) ? states : null;
  }

  #isIn(frame: Frame, ref: Ref, signal: AbortSignal): Promise<boolean> {
    return orElse(this.#isSurelyIn(frame, ref, signal), false);
  }

  /** @throws where an element on the way to the window does not answer */
  async #isSurelyIn(frame: Frame, ref: Ref, signal: AbortSignal): Promise<boolean> {
    let current: Ref | null = ref;
    for (let depth = 0; current !== null && depth < maxDepth; depth++) {
      if (sameRef(current, frame.ref)) return true;
      current = await this.#accessibles.parent(current, signal);
    }
    return false;
  }
}

/** What has the focus in a tree; its root where nothing in it has. */
function focusedIn(root: RawNode, { bus }: Ref): Ref {
  const found = deepestFocused(root, true) ?? deepestFocused(root, false) ?? root.runtimeId;
  return { bus, path: found.slice(bus.length) };
}

/** The path of what an event says has the focus now: an element, or the cell of a table or tree that stands for it. */
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
 * Qt says of all that hand their keys to one another that they have the focus: the field in a combo box, and what a
 * text scrolls in, which cannot take it.
 */
function deepestFocused(node: RawNode, focusable: boolean): string | null {
  for (const child of node.children ?? []) {
    const found = deepestFocused(child, focusable);
    if (found !== null) return found;
  }
  const { states } = node;
  return states.includes('focused') && (!focusable || states.includes('focusable')) ? node.runtimeId : null;
}
