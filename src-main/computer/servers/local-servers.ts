import { AppError } from '#contract/errors';
import type { ToolType } from '#contract/model/tools/tool-call';
import { widestEffect, type Tool } from '../../tools/define-tool.ts';
import { serverMeant, toolsNamed } from './document-names.ts';
import type { McpServer } from './server.ts';

/** UFO's `MCPRegistry`: the servers in this process, by namespace. They keep nothing, so that any number may use one. */
export interface LocalServers {
  /** @param module reports which server it is, where its own name does not. @throws AppError `not_found` */
  get(namespace: string, type: ToolType, module?: string): McpServer;
}

/** Every namespace of these tools is a server, and so are the names that UFO's documents have for them. */
export function createLocalServers(tools: readonly Tool[]): LocalServers {
  const servers = new Map<string, readonly Tool[]>();
  for (const tool of tools) servers.set(tool.namespace, [...(servers.get(tool.namespace) ?? []), tool]);
  return {
    get(namespace, type, module) {
      const intended = serverMeant(namespace, module);
      const own = servers.get(intended) ?? toolsNamed(intended, tools);
      if (own) return localServer(namespace, type, own);
      throw new AppError('not_found', `No MCP server found for name '${namespace}' in local server registry.`, {
        hint: `There are ${[...servers.keys()].join(', ')}. Servers elsewhere are of type http or stdio.`,
      });
    },
  };
}

/**
 * A server in memory. Its tools are of the type under which it is configured; and since collecting data must change
 * nothing, what acts is left out there. Nothing is said of a tool that every collector has and that acts all the same
 * (`add_control_list` decides what later calls press): who configures one cannot leave it out.
 */
export function localServer(namespace: string, type: ToolType, tools: readonly Tool[]): McpServer {
  const fit = tools.filter((tool) => type === 'action' || widestEffect(tool) === 'observe');
  const acting = tools.filter((tool) => !fit.includes(tool) && tool.type !== type).map((tool) => tool.name);
  return {
    namespace,
    kind: 'local',
    tools: fit.map((tool) => (tool.type === type ? tool : { ...tool, type })),
    warnings: acting.length > 0 ? [`${acting.join(', ')} act, so they belong under “action”.`] : [],
    close: () => Promise.resolve(),
  };
}
