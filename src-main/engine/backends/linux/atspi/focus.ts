import type { Disposable } from '../../../../base/disposable.ts';
import type { RawNode } from '../../../backend.ts';
import type { Accessibles } from './bus/accessibles.ts';
import type { AccessibilityBus } from './bus/bus.ts';
import { orElse } from './bus/or-else.ts';
import type { Message } from '../dbus/message.ts';
import type { Frame } from './frames/frames.ts';
import { maxDepth } from './limits.ts';
import { readTree, walkTree } from './reading/walk.ts';
import * as names from './vocabulary/names.ts';
import { refFrom, sameRef, type Ref } from './vocabulary/ref.ts';
import { hasBit, type StateSet } from './vocabulary/states.ts';

const searchBudget = { depth: 200, maxNodes: 5_000 } as const;
/** What takes the keys for another element is right below it. */
const withinBudget = { depth: 1, maxNodes: 20 } as const;
const maxRemembered = 256;

/** Where the keyboard focus is in each app: remembered from its events, searched for where it sent none. */
export class FocusTracker implements Disposable {
  readonly #accessibles: Accessibles;
  readonly #events: Disposable;
  /** Path of the element that last took the focus, by bus name. */
  readonly #last = new Map<string, string>();

  constructor(bus: AccessibilityBus, accessibles: Accessibles) {
    this.#accessibles = accessibles;
    this.#events = bus.onSignal((message) => {
      const path = focusedBy(message);
      if (path === null) return;
      if (this.#last.size >= maxRemembered) this.#last.clear();
      this.#last.set(message.sender, path);
    });
  }

  /** The focused element of a window, or null where the app names none. */
  async focused(frame: Frame, signal: AbortSignal): Promise<Ref | null> {
    const path = this.#last.get(frame.ref.bus);
    if (path !== undefined) {
      const ref = { bus: frame.ref.bus, path };
      const states = await this.#focusedStates(frame, ref, signal);
      if (states && hasBit(states, 'editable')) return ref;
      if (states) {
        const read = walkTree(this.#accessibles, frame, ref, { ...withinBudget, signal });
        return orElse(
          read.then(({ root }) => focusedIn(root, ref)),
          ref,
        );
      }
    }
    const { root } = await readTree(this.#accessibles, frame, frame.ref, { ...searchBudget, signal });
    const found = focusedIn(root, frame.ref);
    return sameRef(found, frame.ref) ? null : found;
  }

  dispose(): void {
    this.#events.dispose();
  }

  /** States of an element that has the focus in that window; null of any other. */
  async #focusedStates(frame: Frame, ref: Ref, signal: AbortSignal): Promise<StateSet | null> {
    const states = await orElse(this.#accessibles.states(ref, signal), null);
    if (!states || !hasBit(states, 'focused')) return null;
    let current: Ref | null = ref;
    for (let depth = 0; current !== null && depth < maxDepth; depth++) {
      if (sameRef(current, frame.ref)) return states;
      current = await orElse(this.#accessibles.parent(current, signal), null);
    }
    return null;
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
