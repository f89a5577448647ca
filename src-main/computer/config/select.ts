import { AppError } from '#contract/errors';
import {
  type AgentsConfig,
  type ComputerConfig,
  anyAgent,
  defaultTimeoutSeconds,
  type ServerConfig,
} from './schema.ts';

export interface AgentAndRoot {
  /** Null for an agent that has no name here. */
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

/** The agent whose Computer applies to unnamed agents, if the configuration names it. */
const defaultAgent = 'default_agent';

/** Whether an agent has servers of its own. */
export function isConfigured(config: AgentsConfig, agent: string): boolean {
  return Object.hasOwn(config, agent);
}

/**
 * The apps and servers of an unnamed agent: those of `default_agent`, else those for every agent, else each agent's
 * defaults, every server once.
 */
function rootsOfAnyone(config: AgentsConfig): Readonly<Record<string, ComputerConfig>> {
  const named = [defaultAgent, anyAgent].find((agent) => isConfigured(config, agent));
  if (named !== undefined) return config[named] ?? {};
  const defaults = Object.values(config).flatMap((roots) => (roots['default'] ? [roots['default']] : []));
  return defaults.length > 0 ? { default: merged(defaults) } : {};
}

/** All servers, each once; where limits differ, the longer counts. */
function merged(computers: readonly ComputerConfig[]): ComputerConfig {
  const timeouts: Record<string, number> = {};
  for (const [tool, seconds] of computers.flatMap((computer) => Object.entries(computer.timeouts))) {
    timeouts[tool] = Math.max(timeouts[tool] ?? 0, seconds);
  }
  return {
    data_collection: unique(computers.flatMap((computer) => computer.data_collection)),
    action: unique(computers.flatMap((computer) => computer.action)),
    timeout: longest(computers.map(({ timeout }) => timeout)),
    timeouts,
  };
}

function longest(timeouts: readonly (number | undefined)[]): number | undefined {
  const hasTimeout = timeouts.some((timeout) => timeout !== undefined);
  return hasTimeout ? Math.max(...timeouts.map((timeout) => timeout ?? defaultTimeoutSeconds)) : undefined;
}

function unique(servers: readonly ServerConfig[]): ServerConfig[] {
  return [...new Map(servers.map((server) => [JSON.stringify(server), server])).values()];
}
