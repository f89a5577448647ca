import { z } from 'zod';
import { monotonicAt } from '../../../../../base/async/monotonic.ts';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import { CompositorLost } from '../wire/failure.ts';
import type { KWinBus } from './bus.ts';
import { keepScript } from './kept-script.ts';
import { listed, type Listed } from './listed.ts';
import { listing, watching } from './scripts.ts';

/** So old a list may be at most, in milliseconds: not all that is in it is announced. */
const mostAgeMs = 300;

const activation = z.object({ activated: z.number() });

/**
 * The list of windows, told again only where something has changed. What KWin announces arrives before its later answers, so one
 * small question shows that nothing did.
 */
export class FreshList implements Disposable {
  readonly #bus: KWinBus;
  readonly #listeners = new Set<() => void>();
  #kept: { readonly list: Listed; readonly at: number } | null = null;
  #changes = 0;
  #activatedAt: number | null = null;
  #following: Disposable | null = null;

  constructor(bus: KWinBus) {
    this.#bus = bus;
  }

  /** Begins to hear of changes. @throws CompositorLost */
  async follow(): Promise<void> {
    const changed = (what?: unknown) => {
      const told = activation.safeParse(what);
      if (told.success) this.#activatedAt = monotonicAt(told.data.activated);
      this.changed();
      for (const listener of this.#listeners) listener();
    };
    this.#following = await keepScript(this.#bus, watching, changed, changed);
  }

  /** When another window became active, by the machine's monotonic clock: as far as was told until the last reading. */
  get activatedAt(): number | null {
    return this.#activatedAt;
  }

  /** What was reported before counts no longer. */
  changed(): void {
    this.#kept = null;
    this.#changes++;
  }

  dispose(): void {
    this.#following?.dispose();
  }

  watch(changed: () => void): Disposable {
    this.#listeners.add(changed);
    return disposable(() => this.#listeners.delete(changed));
  }

  /** @throws CompositorLost */
  async read(): Promise<Listed> {
    await this.#bus.ask('/KWin', 'org.freedesktop.DBus.Peer', 'Ping');
    if (this.#kept && Date.now() - this.#kept.at < mostAgeMs) return this.#kept.list;
    const changes = this.#changes;
    const parsed = listed.safeParse(await this.#bus.run(listing));
    if (!parsed.success) throw new CompositorLost('it tells of its windows what cannot be read');
    this.#kept = changes === this.#changes ? { list: parsed.data, at: Date.now() } : null;
    return parsed.data;
  }
}
