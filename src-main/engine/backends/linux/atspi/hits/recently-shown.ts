import type { Disposable } from '../../../../../base/async/disposable.ts';
import { sleep } from '../../../../../base/async/deadline.ts';
import type { AccessibilityBus } from '../bus/bus.ts';
import * as names from '../vocabulary/names.ts';
import { type Ref, sameRef } from '../vocabulary/ref.ts';

/** A menu and its open submenus. */
const maxRecent = 8;
const maxApps = 256;

/** The elements that each app last reported as shown. Some are in no tree: Qt lists its context menus nowhere. */
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

  /** Latest first. They may be hidden again, or gone. */
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

/** A browser's page answers within 15 to 40 ms (Chromium 156, a machine of two cores); milliseconds. */
const stableMs = 60;

/** Attempts in a row, for slow machines. */
const stableAnswers = 5;

const askEveryMs = 15;

/** A moving page answers with another element each time. */
const atMostMs = 600;

/**
 * The settled answer. Chromium queries the page only after answering a hit test from cached bounds without z-order; the next
 * query returns the page's own answer (BrowserAccessibilityManager::CachingAsyncHitTest).
 * @throws the signal's reason on abort
 */
export async function settledHit(ask: () => Promise<Ref | null>, signal: AbortSignal): Promise<Ref | null> {
  const begun = Date.now();
  let last = await ask();
  let since = begun;
  let same = 1;
  while ((Date.now() - since < stableMs || same < stableAnswers) && Date.now() - begun < atMostMs) {
    await sleep(askEveryMs, signal);
    const now = await ask();
    const isSame = last && now ? sameRef(last, now) : last === now;
    same = isSame ? same + 1 : 1;
    if (!isSame) since = Date.now();
    last = now;
  }
  return last;
}
