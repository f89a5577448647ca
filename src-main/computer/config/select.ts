import { AppError } from '#contract/errors';
import { isConfigured, rootsOfAnyone } from './merge.ts';
import type { AgentsConfig, ComputerConfig } from './schema.ts';

export interface AgentAndRoot {
  /** Null for whoever has no name here. */
  readonly agent: string | null;
  /** The program of an app, e.g. `WINWORD.EXE`. */
  readonly root?: string | null | undefined;
}

/**
 * The servers of an agent in an app; an app without an entry has those under `default`. An agent that is not configured gets
 * the default Computer.
 * @throws AppError `not_found`, in UFO's words
 */
export function configFor(config: AgentsConfig, { agent, root }: AgentAndRoot): ComputerConfig {
  const roots = agent !== null && isConfigured(config, agent) ? (config[agent] ?? {}) : rootsOfAnyone(config);
  const names = Object.keys(roots);
  if (names.length === 0) {
    throw new AppError('not_found', `Agent configuration for ${agent ?? 'any agent'} not found.`, {
      hint: `The configuration has ${Object.keys(config).join(', ') || 'no agents'}, and none with a “default:”.`,
      delivery: 'not_delivered',
    });
  }
  const found = (root && (ownEntry(roots, root) ?? ignoringCase(roots, root))) || roots['default'];
  if (found) return found;
  throw new AppError(
    'not_found',
    `Agent configuration for root_name=${root ?? 'default'} not found for agent_name=${agent ?? 'any agent'}.`,
    { hint: `Add “default:” under ${agent}; it has ${names.join(', ')}.`, delivery: 'not_delivered' },
  );
}

function ownEntry<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Windows does not care how `WINWORD.EXE` is written. */
function ignoringCase<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.entries(record).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1];
}
