/* eslint-disable @typescript-eslint/no-deprecated -- The SDK advises its high-level McpServer, which makes every tool's
   schema anew for every instance: in the 2026 era for every request. */
import { CLIENT_INFO_META_KEY, Server, type ServerContext, type Tool as WireTool } from '@modelcontextprotocol/server';
import type { Log } from '../../base/log.ts';
import { currentAccess } from '../../permissions/access.ts';
import { widestEffect, type Tool } from '../define-tool.ts';
import { inputSchema, type ToolScope } from '../registry.ts';
import { toCallToolResult } from '../result.ts';
import type { ToolRunner } from '../tool-runner.ts';
import type { ToolSession } from '../tool-session.ts';

export interface ServerParts {
  readonly runner: ToolRunner;
  readonly version: string;
  readonly log: Log;
  readonly scope: ToolScope;
}

export type ProtocolServer = Server;

/** One client: where its calls keep what they found. `name` is what it calls itself. */
export type SessionOf = (clientName: string) => ToolSession;

const instructions =
  'See and work the live desktop. Call get_desktop_app_info, then select_application_window with id and name, then ' +
  'get_app_window_controls_info or get_ui_tree, then act by id and name, or by a selector such as role=Button ' +
  'name="Save". Coordinates are physical screen pixels. Acting may ask the user; an answer can take a minute.';

/** The list depends on nothing but the token; an hour is how long a client may keep it. */
const listCache = { ttlMs: 3_600_000, cacheScope: 'private' as const };

const wireTools = new WeakMap<readonly Tool[], readonly WireTool[]>();

/**
 * One MCP server over the tool-runner: low-level, so that the tool list with its schemas is computed once and not for
 * every client, or in the 2026 era every request.
 */
export function buildServer({ runner, version, log, scope }: ServerParts, sessionOf: SessionOf): Server {
  const server = new Server(
    { name: 'deskscope', title: 'Deskscope', version },
    { capabilities: { tools: {} }, instructions, cacheHints: { 'tools/list': listCache } },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [...describeTools(visible(scope.shown))] }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const name = clientName(server, context);
    const outcome = await runner.run(params.name, params.arguments ?? {}, {
      caller: { kind: 'agent', name },
      session: sessionOf(name),
      tools: scope.callable,
      signal: context.mcpReq.signal,
      progress: progressReporter(context, log),
    });
    return toCallToolResult(outcome);
  });
  server.onerror = (error) => log('warn', 'MCP', error);
  return server;
}

const lookingTools = new WeakMap<readonly Tool[], readonly Tool[]>();

/** What the token of the request opens; the same list every time, so that it is described once. */
function visible(tools: readonly Tool[]): readonly Tool[] {
  if (currentAccess() === 'full') return tools;
  let looking = lookingTools.get(tools);
  if (!looking) {
    looking = tools.filter((tool) => tool.effect === 'observe' || typeof tool.effect === 'function');
    lookingTools.set(tools, looking);
  }
  return looking;
}

function describeTools(tools: readonly Tool[]): readonly WireTool[] {
  let list = wireTools.get(tools);
  if (!list) {
    list = tools.map(describeTool);
    wireTools.set(tools, list);
  }
  return list;
}

function describeTool(tool: Tool): WireTool {
  const { foreign } = tool;
  const acts = widestEffect(tool) !== 'observe';
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool) as WireTool['inputSchema'],
    annotations: {
      ...foreign?.annotations,
      title: tool.title,
      readOnlyHint: !acts,
      ...(acts && { destructiveHint: tool.destructive ?? true, idempotentHint: tool.idempotent ?? false }),
      ...(!foreign && { openWorldHint: false }),
    },
    _meta: { ...foreign?.meta, 'deskscope/namespace': tool.namespace, 'deskscope/type': tool.type },
  };
}

/** The 2026 era names the client in every request, the era before it once, when connecting. */
export function clientName(server: Server, context: ServerContext): string {
  const envelope = context.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const named = (envelope?.[CLIENT_INFO_META_KEY] as { name?: unknown } | undefined)?.name;
  return typeof named === 'string' ? named : (server.getClientVersion()?.name ?? 'unknown client');
}

function progressReporter(context: ServerContext, log: Log): (fraction: number, message: string) => void {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  return (fraction, message) => {
    context.mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress: fraction, total: 1, message } })
      .catch((error: unknown) => log('warn', 'progress could not be sent', error));
  };
}
