import { disposable, type Disposable } from '../../../../../base/disposable.ts';
import { CompositorLost } from '../wire/failure.ts';
import type { KWinBus } from './bus.ts';
import { listed, type Listed } from './listed.ts';
import { listing, watching } from './scripts.ts';

/** So old a list may be at most, in milliseconds: not all that is in it is announced. */
const mostAgeMs = 300;

/**
 * The list of windows, told anew only where something has changed. What KWin announces arrives before its later answers, so one
 * small question shows that nothing did.
 */
export class FreshList {
  readonly #bus: KWinBus;
  readonly #listeners = new Set<() => void>();
  #kept: { readonly list: Listed; readonly at: number } | null = null;
  #changes = 0;

  constructor(bus: KWinBus) {
    this.#bus = bus;
  }

  /** Begins to hear of changes. @throws CompositorLost */
  async follow(): Promise<void> {
    await this.#bus.keep(watching, () => {
      this.changed();
      for (const listener of this.#listeners) listener();
    });
  }

  /** What was told before counts no longer. */
  changed(): void {
    this.#kept = null;
    this.#changes++;
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
