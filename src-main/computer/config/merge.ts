import { configFor, type AgentAndRoot } from './select.ts';
import type { AgentsConfig, ComputerConfig, ServerConfig } from './schema.ts';

/**
 * The servers of one agent, or those that any agent has by default, each once; where limits differ, the longer counts.
 * @throws AppError `not_found` for an agent or app that is not configured
 */
export function serversOf(config: AgentsConfig, place: Partial<AgentAndRoot>): ComputerConfig {
  const { agent, root } = place;
  const computers =
    agent === undefined
      ? Object.values(config).flatMap((roots) => (roots['default'] ? [roots['default']] : []))
      : [configFor(config, { agent, root })];
  const timeouts: Record<string, number> = {};
  for (const [tool, seconds] of computers.flatMap((computer) => Object.entries(computer.timeouts))) {
    timeouts[tool] = Math.max(timeouts[tool] ?? 0, seconds);
  }
  return {
    data_collection: unique(computers.flatMap((computer) => computer.data_collection)),
    action: unique(computers.flatMap((computer) => computer.action)),
    timeout: Math.max(0, ...computers.map((computer) => computer.timeout)),
    timeouts,
  };
}

function unique(servers: readonly ServerConfig[]): ServerConfig[] {
  return [...new Map(servers.map((server) => [JSON.stringify(server), server])).values()];
}
