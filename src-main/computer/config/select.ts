import { AppError } from '#contract/errors';
import { anyAgent, type AgentsConfig, type ComputerConfig } from './schema.ts';

export interface AgentAndRoot {
  readonly agent: string;
  /** The program of an app, e.g. `WINWORD.EXE`. */
  readonly root?: string | null | undefined;
}

/**
 * The servers of an agent in an app; an app without an entry has those under `default`.
 * @throws AppError `not_found`, in UFO's words
 */
export function configFor(config: AgentsConfig, { agent, root }: AgentAndRoot): ComputerConfig {
  const roots = ownEntry(config, agent) ?? config[anyAgent];
  if (!roots) {
    throw new AppError('not_found', `Agent configuration for ${agent} not found.`, {
      hint: `The configuration has ${Object.keys(config).join(', ') || 'no agents'}.`,
      delivery: 'not_delivered',
    });
  }
  const found = (root && (ownEntry(roots, root) ?? ignoringCase(roots, root))) || roots['default'];
  if (found) return found;
  throw new AppError(
    'not_found',
    `Agent configuration for root_name=${root ?? 'default'} not found for agent_name=${agent}.`,
    { hint: `Add “default:” under ${agent}; it has ${Object.keys(roots).join(', ')}.`, delivery: 'not_delivered' },
  );
}

function ownEntry<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Windows does not care how `WINWORD.EXE` is written. */
function ignoringCase<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.entries(record).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1];
}
