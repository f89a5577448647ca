import type { CallToolResult, Tool as WireTool } from '@modelcontextprotocol/client';
import type { HostedClient, ToolHost } from '../mcp/protocol/tool-host.ts';
import type { ToolSession } from '../tools/session/tool-session.ts';
import type { ActionResult } from './tool-call.ts';
import type { Computer } from './computer.ts';
import type { ClientComputers, Computers } from './open-computers.ts';

/** Whose tools clients get. */
export interface HostPlace {
  /** As the configuration calls it; by default, each client is the agent that it calls itself. */
  readonly agent?: string | undefined;
  readonly root?: string | undefined;
}

/**
 * Serves Computers over MCP. Each client has its own, opened at its first request and closed when it leaves: a
 * returning client gets new ones.
 */
export function hostComputers(computers: Computers, { agent, root }: HostPlace): ToolHost {
  const clients = new Map<ToolSession, ClientComputers>();

  function computersOf({ session, name }: HostedClient): ClientComputers {
    const own = clients.get(session) ?? computers.forClient(name);
    clients.set(session, own);
    return own;
  }

  return {
    async list(client) {
      const { manager } = computersOf(client);
      return wireTools(await manager.getOrCreate({ agent: agent ?? client.name, root }));
    },
    async call(client, { name, parameters, signal, progress }) {
      const { router } = computersOf(client);
      const request = { tool_key: name, parameters };
      const place = { agent: agent ?? client.name, root };
      return toCallResult(await router.call(place, request, { signal, progress }));
    },
    leave(session) {
      const own = clients.get(session);
      clients.delete(session);
      void own?.close();
    },
  };
}

/**
 * MCP knows tools by their bare names; of two servers with a tool of one name the first keeps it, and the other's is
 * `S2.pid`. A server configured for both types, collecting data and acting, lists its tools once.
 */
function wireTools(computer: Computer): readonly WireTool[] {
  const byName = new Map<string, WireTool>();
  const holders = new Map<string, string>();
  for (const info of computer.tools()) {
    const bare = info.tool_key.slice(info.tool_key.indexOf('::') + 2);
    const holder = holders.get(bare);
    const name = holder === undefined || holder === info.namespace ? bare : `${info.namespace}.${bare}`;
    if (byName.has(name)) continue;
    holders.set(name, info.namespace);
    const { kind } = computer.toolCall(info.tool_key).mcp_server;
    byName.set(name, {
      name,
      description: info.description,
      inputSchema: info.input_schema as WireTool['inputSchema'],
      ...(info.title !== null && { title: info.title }),
      // Schemas of other servers are not announced: some clients replace an error that does not match.
      ...(info.output_schema && kind === 'local' && { outputSchema: info.output_schema }),
      ...(info.annotations && { annotations: info.annotations }),
      ...(info.meta && { _meta: info.meta }),
    });
  }
  return [...byName.values()];
}

function toCallResult({ content, structured_content: structured, is_error: isError }: ActionResult): CallToolResult {
  return {
    content: [...content],
    ...(structured && { structuredContent: { ...structured } }),
    ...(isError && { isError }),
  };
}
