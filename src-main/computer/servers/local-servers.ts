import { AppError } from '#contract/errors';
import type { ToolType } from '#contract/model/tools/tool-call';
import { widestEffect, type Tool } from '../../tools/define-tool.ts';
import { serverMeant, toolsNamed } from './document-names.ts';
import type { McpServer } from './server.ts';

/** UFO's `MCPRegistry`: the servers in this process, by namespace. They keep nothing, so that any number may use one. */
export interface LocalServers {
  /** @param module identifies the server if its own name does not. @throws AppError `not_found` */
  get(namespace: string, type: ToolType, module?: string): McpServer;
}

/** Every namespace of these tools is a server, and so are UFO's documented names for them. */
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
 * An in-memory server. Its tools have the type under which it is configured; since collecting data must change nothing,
 * tools that act are omitted there. There is no warning for a tool that every collector has although it acts
 * (`add_control_list` decides the target of later presses), since a configuration cannot omit it.
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
