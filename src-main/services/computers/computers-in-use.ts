import type { ComputersInUseView } from '#contract/api';
import type { ComputerManager } from '../../computer/computer-manager.ts';
import { computerView } from './computer-view.ts';

type Owner = Pick<ComputersInUseView, 'who' | 'kind'>;

/** The Computers that clients and tasks have at this moment, with their servers and problems. */
export class ComputersInUse {
  readonly #changed: () => void;
  readonly #views = new Map<object, ComputersInUseView>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Who came first is first. */
  get view(): readonly ComputersInUseView[] {
    return [...this.#views.values()];
  }

  /** Called each time when a Computer of theirs came or went; who has none any more is not shown. */
  async look(owner: Owner, manager: Pick<ComputerManager, 'open'>): Promise<void> {
    const open = manager.open();
    if (open.length === 0) this.#views.delete(manager);
    else if (!this.#views.has(manager)) this.#views.set(manager, { ...owner, computers: [] });
    const computers = await Promise.all(
      open.map(({ place: { agent, root, process }, computer }) =>
        computerView({ agent, root: root ?? 'default', ...(process && { process }) }, computer),
      ),
    );
    // Meanwhile others may have come, and been shown.
    if (this.#views.has(manager) && isSame(open, manager.open())) this.#views.set(manager, { ...owner, computers });
    this.#changed();
  }
}

function isSame(some: readonly { readonly computer: unknown }[], others: readonly { readonly computer: unknown }[]) {
  return some.length === others.length && some.every(({ computer }, index) => computer === others[index]?.computer);
}
