import type { ComputersInUseView, ComputerView } from '#contract/api';
import { toWire } from '#contract/errors';
import type { ComputerManager } from '../../computer/computer-manager.ts';
import type { Computer } from '../../computer/computer.ts';

type Owner = Pick<ComputersInUseView, 'who' | 'kind'>;

/** The Computers that clients and tasks have at this moment, with their servers and problems. */
export class ComputersInUse {
  readonly #changed: () => void;
  readonly #views = new Map<object, ComputersInUseView>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** In the order of arrival. */
  get view(): readonly ComputersInUseView[] {
    return [...this.#views.values()];
  }

  /** Called each time a Computer of an owner opens or closes; an owner without any is no longer shown. */
  async look(owner: Owner, manager: Pick<ComputerManager, 'open'>): Promise<void> {
    const open = manager.open();
    if (open.length === 0) this.#views.delete(manager);
    else if (!this.#views.has(manager)) this.#views.set(manager, { ...owner, computers: [] });
    const computers = await Promise.all(
      open.map(({ place: { agent, root, process }, computer }) =>
        computerView({ agent, root: root ?? 'default', ...(process && { process }) }, computer),
      ),
    );
    // Others may have been opened, and shown, meanwhile.
    if (this.#views.has(manager) && isSame(open, manager.open())) this.#views.set(manager, { ...owner, computers });
    this.#changed();
  }
}

function isSame(some: readonly { readonly computer: unknown }[], others: readonly { readonly computer: unknown }[]) {
  return some.length === others.length && some.every(({ computer }, index) => computer === others[index]?.computer);
}

/** The owner of a Computer, as a page shows it. */
type ComputerOwner = Pick<ComputerView, 'agent' | 'root' | 'process'>;

/** A Computer as a page shows it, once its servers are open; one that cannot be opened is shown with its problem. */
export async function computerView(place: ComputerOwner, opening: Promise<Computer>): Promise<ComputerView> {
  try {
    const computer = await opening;
    const tools = computer.tools().filter((tool) => tool.namespace !== 'Computer');
    const servers = new Map(
      computer.servers().map(({ namespace, tool_type: type, kind }) => [
        `${type} ${namespace}`,
        {
          namespace,
          type,
          kind,
          tools: tools.filter((tool) => tool.namespace === namespace && tool.tool_type === type).length,
        },
      ]),
    );
    const problems = computer.problems.map(({ namespace, tool_type: type, message }) => ({ namespace, type, message }));
    return { ...place, servers: [...servers.values()], problems };
  } catch (error) {
    return { ...place, servers: [], problems: [{ namespace: '', type: 'action', message: toWire(error).message }] };
  }
}
