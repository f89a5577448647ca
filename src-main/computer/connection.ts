import type { Client } from '@modelcontextprotocol/client';
import type { Log } from '../base/log.ts';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import type { ToolSession } from '../tools/session/tool-session.ts';
import { toolKey, type ToolType } from '#contract/model/tools/tool-call';
import { toActionResult, type ActionResult, type McpToolInfo } from './tool-call.ts';
import { loadMcpClient } from './servers/connect.ts';
import type { McpServer } from './servers/server.ts';

export interface ConnectionCall {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly progress?: ((fraction: number, message: string) => void) | undefined;
}

/** A Computer's own wire to one server: an MCP client, a server in memory, and behind it the tool-runner. */
export interface Connection {
  readonly server: McpServer;
  readonly type: ToolType;
  readonly tools: readonly McpToolInfo[];
  call(call: ConnectionCall): Promise<ActionResult>;
  /** Ends the server too. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** The name under which the calls are made. */
  readonly agent: string;
  readonly runner: ToolRunner;
  readonly session: ToolSession;
  readonly version: string;
  readonly log: Log;
  /** Answers are not cut to a model's limit. */
  readonly whole?: boolean | undefined;
}

/** The longest timer there is; the Computer's own deadline ends a call. */
const forEverMs = 2 ** 31 - 1;

export async function openConnection(
  server: McpServer,
  type: ToolType,
  { agent, runner, session, version, log, whole = false }: ConnectionOptions,
): Promise<Connection> {
  const scope = { shown: server.tools, callable: server.tools, whole };
  const { serveInMemory } = await import('../mcp/transports/in-memory.ts');
  const memory = await serveInMemory({ runner, version, log, scope }, session);
  const { Client: McpClient } = await loadMcpClient();
  const client = new McpClient({ name: agent, version });
  await client.connect(memory.transport);
  const tools = await listTools(client, server, type);
  const schemas = new Map(tools.map((tool) => [tool.tool_name, tool.output_schema]));
  return {
    server,
    type,
    tools,
    async call({ name, parameters, signal, progress }) {
      const result = await client.callTool(
        { name, arguments: { ...parameters } },
        {
          signal,
          timeout: forEverMs,
          ...(progress && { onprogress: (reported) => progress(reported.progress, reported.message ?? '') }),
        },
      );
      return toActionResult(result, schemas.get(name) ?? null);
    },
    async close() {
      await client.close();
      await memory.close();
      await server.close();
    },
  };
}

async function listTools(client: Client, server: McpServer, type: ToolType): Promise<readonly McpToolInfo[]> {
  const { tools } = await client.listTools();
  return tools.map((tool) => ({
    tool_key: toolKey(type, tool.name),
    tool_name: tool.name,
    title: tool.title ?? null,
    namespace: server.namespace,
    tool_type: type,
    description: tool.description ?? '',
    input_schema: tool.inputSchema,
    // Schemas of other servers are not announced over the wire: some clients replace an error that does not match.
    output_schema:
      tool.outputSchema ?? server.tools.find((own) => own.name === tool.name)?.foreign?.outputSchema ?? null,
    meta: tool._meta ?? null,
    annotations: tool.annotations ?? null,
  }));
}
