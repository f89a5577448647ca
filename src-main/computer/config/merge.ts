import {
  anyAgent,
  defaultTimeoutSeconds,
  type AgentsConfig,
  type ComputerConfig,
  type ServerConfig,
} from './schema.ts';

/** Whose Computer those get that the configuration does not name, where it names that one. */
const defaultAgent = 'default_agent';

/** Whether an agent has servers of its own. */
export function isConfigured(config: AgentsConfig, agent: string): boolean {
  return Object.hasOwn(config, agent);
}

/**
 * The apps and servers of an agent that the configuration does not name: those of `default_agent`, else those for every
 * agent, else what each agent has by default, every server once.
 */
export function rootsOfAnyone(config: AgentsConfig): Readonly<Record<string, ComputerConfig>> {
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
  const said = timeouts.some((timeout) => timeout !== undefined);
  return said ? Math.max(...timeouts.map((timeout) => timeout ?? defaultTimeoutSeconds)) : undefined;
}

function unique(servers: readonly ServerConfig[]): ServerConfig[] {
  return [...new Map(servers.map((server) => [JSON.stringify(server), server])).values()];
}
