import type { Log } from '../base/log.ts';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import { createToolSession, type ToolSession } from '../tools/session/tool-session.ts';
import { createComputer, type Computer } from './computer.ts';
import type { AgentsConfig, ComputerConfig } from './config/schema.ts';
import { configFor } from './config/select.ts';
import type { Variables } from './config/variables.ts';
import type { ServerManager } from './servers/server-manager.ts';

/** The owner of tools: an agent, UFO's "process" (the title of a window), and an app. */
export interface ComputerPlace {
  readonly agent: string;
  readonly process?: string | null | undefined;
  readonly root?: string | null | undefined;
}

/** Makes Computers as they are asked for, and keeps them; UFO's `ComputerManager`. */
export interface ComputerManager {
  /**
   * A new Computer starts with the windows that the one used last had listed and selected; from then on they are apart. An
   * agent that is not configured gets the default Computer's servers.
   * @throws AppError `not_found` for an app where the agent has no `default`
   */
  getOrCreate(place: ComputerPlace): Promise<Computer>;
  /** Keys of the open Computers. */
  names(): readonly string[];
  /** The open Computers, in order of opening. */
  open(): readonly OpenComputer[];
  /** Takes a new configuration. Computers whose own part changed are closed; the others do not notice. */
  apply(config: AgentsConfig): Promise<void>;
  /** Closes every Computer with its servers and discards their state. */
  reset(): Promise<void>;
  /** Runs a task with fresh Computers, and leaves none behind. */
  during<T>(task: () => Promise<T>): Promise<T>;
}

export interface OpenComputer {
  readonly place: ComputerPlace;
  /** Settles when its servers are open, or it cannot be opened. */
  readonly computer: Promise<Computer>;
}

export interface ComputerManagerOptions {
  readonly config: AgentsConfig;
  readonly servers: ServerManager;
  /** For servers that are added to a Computer; none by default. */
  readonly variables?: Variables;
  readonly runner: ToolRunner;
  /** Whose name all calls are made in; each agent's own by default. */
  readonly caller?: string;
  /** Called when a Computer came or went. */
  readonly changed?: () => void;
  readonly version: string;
  readonly log: Log;
  /** Answers are for a program, and are not cut to a model's limit. */
  readonly whole?: boolean;
}

interface Kept extends OpenComputer {
  readonly config: ComputerConfig;
}

export function createComputerManager(options: ComputerManagerOptions): ComputerManager {
  const computers = new Map<string, Kept>();
  let { config } = options;
  let lastUsed: Promise<Computer> | null = null;

  async function create(name: string, place: ComputerPlace, own: ComputerConfig): Promise<Computer> {
    const before = await lastUsed?.catch(() => null);
    const session = before ? handOver(before.session) : createToolSession();
    return createComputer({ ...options, name, agent: options.caller ?? place.agent, config: own, session });
  }

  async function drop(name: string, kept: Kept): Promise<void> {
    computers.delete(name);
    options.changed?.();
    if (lastUsed === kept.computer) lastUsed = null;
    await kept.computer.then((computer) => computer.close());
  }

  async function reset(): Promise<void> {
    await Promise.allSettled([...computers].map(([name, kept]) => drop(name, kept)));
    lastUsed = null;
  }

  return {
    names: () => [...computers.keys()],
    open: () => [...computers.values()].map(({ place, computer }) => ({ place, computer })),
    async getOrCreate(place) {
      const name = keyOf(place);
      let kept = computers.get(name);
      if (!kept) {
        const own = configFor(config, place);
        kept = { place, config: own, computer: create(name, place, own) };
        computers.set(name, kept);
        kept.computer.catch(() => {
          computers.delete(name);
          options.changed?.();
        });
        options.changed?.();
      }
      lastUsed = kept.computer;
      return kept.computer;
    },
    async apply(next) {
      config = next;
      const changed = [...computers].filter(([, kept]) => !isSame(kept, next));
      await Promise.allSettled(changed.map(([name, kept]) => drop(name, kept)));
    },
    reset,
    async during(task) {
      await reset();
      try {
        return await task();
      } finally {
        await reset();
      }
    },
  };
}

/** UFO's key: `HostAgent::None::default`. */
function keyOf({ agent, process, root }: ComputerPlace): string {
  return `${agent}::${process ?? 'None'}::${root ?? 'default'}`;
}

/** Hands over the selection; controls belong to one listing and stay. */
function handOver({ windows, selected }: ToolSession): ToolSession {
  return { ...createToolSession(), windows, selected };
}

function isSame(kept: Kept, config: AgentsConfig): boolean {
  try {
    return JSON.stringify(configFor(config, kept.place)) === JSON.stringify(kept.config);
  } catch {
    return false;
  }
}
