import { disposable } from '../../base/async/disposable.ts';
import type { ServedScope } from './tool-host.ts';

/** The tools that the server shows its clients: address and sessions stay the same when the tools change. */
export class ServedTools {
  #current: ServedScope = { shown: [], callable: [] };
  readonly #watchers = new Set<() => void>();
  readonly scope: ServedScope;

  constructor() {
    const current = () => this.#current;
    this.scope = {
      get shown() {
        return current().shown;
      },
      get callable() {
        return current().callable;
      },
      get note() {
        return current().note;
      },
      get host() {
        return current().host;
      },
      watch: (changed) => {
        this.#watchers.add(changed);
        return disposable(() => this.#watchers.delete(changed));
      },
    };
  }

  /** Shows others from now on. */
  use(scope: ServedScope): void {
    this.#current = scope;
    this.changed();
  }

  /** The set of tools has changed: clients are notified. */
  changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}
