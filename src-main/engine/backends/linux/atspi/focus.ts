import type { Disposable } from '../../../../base/disposable.ts';
import type { RawNode } from '../../../backend.ts';
import type { Accessibles } from './bus/accessibles.ts';
import type { AccessibilityBus } from './bus/bus.ts';
import { orElse } from './bus/or-else.ts';
import type { Frame } from './frames/frames.ts';
import { maxDepth } from './limits.ts';
import { readTree } from './reading/walk.ts';
import * as names from './vocabulary/names.ts';
import { formatRef, sameRef, type Ref } from './vocabulary/ref.ts';
import { hasBit } from './vocabulary/states.ts';

const searchBudget = { depth: 200, maxNodes: 5_000 } as const;
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
      if (message.interface !== names.objectEvents || message.member !== 'StateChanged') return;
      const [state, gained] = message.body();
      if (state !== 'focused' || gained !== 1) return;
      if (this.#last.size >= maxRemembered) this.#last.clear();
      this.#last.set(message.sender, message.path);
    });
  }

  /** The focused element of a window, or null where the app names none. */
  async focused(frame: Frame, signal: AbortSignal): Promise<Ref | null> {
    const path = this.#last.get(frame.ref.bus);
    if (path !== undefined) {
      const ref = { bus: frame.ref.bus, path };
      if (await this.#isFocusedIn(frame, ref, signal)) return ref;
    }
    return this.#search(frame, signal);
  }

  dispose(): void {
    this.#events.dispose();
  }

  async #isFocusedIn(frame: Frame, ref: Ref, signal: AbortSignal): Promise<boolean> {
    const states = await orElse(this.#accessibles.states(ref, signal), null);
    if (!states || !hasBit(states, 'focused')) return false;
    let current: Ref | null = ref;
    for (let depth = 0; current !== null && depth < maxDepth; depth++) {
      if (sameRef(current, frame.ref)) return true;
      current = await orElse(this.#accessibles.parent(current, signal), null);
    }
    return false;
  }

  async #search(frame: Frame, signal: AbortSignal): Promise<Ref | null> {
    const { root } = await readTree(this.#accessibles, frame, frame.ref, { ...searchBudget, signal });
    const found = deepestFocused(root);
    if (found === null || found === formatRef(frame.ref)) return null;
    return { bus: frame.ref.bus, path: found.slice(frame.ref.bus.length) };
  }
}

function deepestFocused(node: RawNode): string | null {
  for (const child of node.children ?? []) {
    const found = deepestFocused(child);
    if (found !== null) return found;
  }
  return node.states.includes('focused') ? node.runtimeId : null;
}
