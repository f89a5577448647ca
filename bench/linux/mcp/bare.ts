import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, Server, type CallToolResult } from '@modelcontextprotocol/server';
import { silentLog } from '../../../src-main/base/log.ts';
import type { Engine } from '../../../src-main/engine/engine.ts';
import type { Tool, ToolContext } from '../../../src-main/tools/define-tool.ts';
import { inputSchema } from '../../../src-main/tools/registry.ts';
import { createToolSession } from '../../../src-main/tools/session/tool-session.ts';
import { tools } from './tools.ts';

const info = { name: 'bare', version: '1' };

/** As in the SDK's documentation: tools are registered with their schemas, which validate the arguments. */
export function mcpServer(engine: Engine): McpServer {
  const server = new McpServer(info);
  for (const tool of tools) {
    const { description, input } = tool;
    server.registerTool(tool.name, { description, inputSchema: input }, (args) => perform(engine, tool, args));
  }
  return server;
}

const list = tools.map((tool) => ({
  name: tool.name,
  description: tool.description,
  inputSchema: inputSchema(tool) as { type: 'object' },
}));
const byName = new Map(tools.map((tool) => [tool.name, tool]));

/** The minimum: one list for all, and no validation of arguments. */
// oxlint-disable-next-line typescript/no-deprecated -- The base of McpServer.
export function lowLevelServer(engine: Engine): Server {
  // oxlint-disable-next-line typescript/no-deprecated
  const server = new Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: list }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = byName.get(params.name);
    if (!tool) throw new Error(`There is no tool ${params.name}.`);
    return perform(engine, tool, params.arguments ?? {});
  });
  return server;
}

const session = createToolSession();
const { signal } = new AbortController();

async function perform(engine: Engine, tool: Tool, args: Record<string, unknown>): Promise<CallToolResult> {
  // All that the measured tools use.
  const context = { engine, session, signal } as unknown as ToolContext;
  const { text, data } = await tool.run(context, args);
  return { content: [{ type: 'text', text }], structuredContent: { result: data } };
}

export type BuildBare = typeof mcpServer | typeof lowLevelServer;

/** Both protocol eras over Node's own HTTP server, as in the SDK's examples: no guards, one session. */
export async function serveBare(build: BuildBare, engine: Engine): Promise<{ readonly url: string; close(): void }> {
  const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => 'bench' });
  await build(engine).connect(transport);
  // Its parameter types differ from Node's only under `exactOptionalPropertyTypes`.
  const modern = toNodeHandler(createMcpHandler(() => build(engine), { legacy: 'reject' })) as unknown as Handle;
  const server = createServer((request, response) => {
    const isModern = request.headers['mcp-protocol-version'] === '2026-07-28';
    const handled = isModern ? modern(request, response) : transport.handleRequest(request, response);
    handled.catch((error: unknown) => silentLog('error', 'a request failed', error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close };
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
