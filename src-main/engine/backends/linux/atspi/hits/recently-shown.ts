import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { AccessibilityBus } from '../bus/bus.ts';
import * as names from '../vocabulary/names.ts';
import type { Ref } from '../vocabulary/ref.ts';

/** A menu and those that open from it. */
const maxRecent = 8;
const maxApps = 256;

/** What each app said last to have come into sight. Some of it is in no tree: Qt lists its context menus nowhere. */
export class RecentlyShown implements Disposable {
  readonly #events: Disposable;
  /** Paths, the latest first, by bus name. */
  readonly #recent = new Map<string, readonly string[]>();

  constructor(bus: AccessibilityBus) {
    this.#events = bus.onSignal((message) => {
      if (message.interface !== names.objectEvents || message.member !== 'StateChanged') return;
      const [state, gained] = message.body();
      if (state === 'showing' && gained === 1) this.#add(message.sender, message.path);
    });
  }

  /** The latest first. They may be out of sight again, or gone. */
  of(bus: string): readonly Ref[] {
    return (this.#recent.get(bus) ?? []).map((path) => ({ bus, path }));
  }

  dispose(): void {
    this.#events.dispose();
  }

  #add(bus: string, path: string): void {
    const before = this.#recent.get(bus) ?? [];
    if (this.#recent.size >= maxApps) this.#recent.clear();
    this.#recent.set(bus, [path, ...before.filter((each) => each !== path)].slice(0, maxRecent));
  }
}
