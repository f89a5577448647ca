import type { ServerContext, Tool as WireTool } from '@modelcontextprotocol/server';
import type { Log } from '../../base/log.ts';
import { currentAccess } from '../../permissions/access.ts';
import { widestEffect, type Tool } from '../../tools/define-tool.ts';
import { worksOnDesktops } from '../../tools/desktop-host.ts';
import { inputSchema, outputSchema, scopeOf, toolSets } from '../../tools/registry.ts';
import { desktopArgument } from '../../tools/runner/on-desktop.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { callTool } from './call-tool.ts';
import { toProtocolError, type ProtocolServer, type SessionOf } from './server-parts.ts';
import type { HostedClient, ServedScope } from './tool-host.ts';

export interface ToolOffer {
  readonly runner: ToolRunner;
  readonly scope: ServedScope;
  readonly clientName: (context: ServerContext) => string;
  readonly sessionOf: SessionOf;
  readonly log: Log;
}

/** Claude Code (seen with 2.1.332) shows its model other tools only once it searched for them, mostly in vain. */
const atOnce: ReadonlySet<Tool> = new Set(scopeOf(['core']).shown);

const wireTools = new WeakMap<readonly Tool[], readonly WireTool[]>();

/**
 * Lists the tools, computed once and not for every client or request, and runs them. The set of tools may change
 * meanwhile.
 */
export function offerTools(server: ProtocolServer, offer: ToolOffer): void {
  const { runner, scope, clientName, sessionOf, log } = offer;
  const clientOf = (context: ServerContext, asks: 'list' | 'call'): HostedClient => {
    const name = clientName(context);
    return { name, session: sessionOf(name, asks) };
  };
  server.setRequestHandler('tools/list', async (_, context) => {
    const { host, shown } = scope;
    const hosted = host?.list(clientOf(context, 'list')).catch(toProtocolError);
    return { tools: [...(hosted ? await hosted : describeTools(visible(shown)))] };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: parameters = {} } = params;
    const { signal, _meta } = context.mcpReq;
    return callTool({ runner, scope }, clientOf(context, 'call'), {
      name,
      parameters,
      signal,
      progress: progressReporter(context, log),
      receivesProgress: _meta?.progressToken !== undefined,
    });
  });
}

const lookingTools = new WeakMap<readonly Tool[], readonly Tool[]>();

/** The tools that the request's token opens; always the same array, so that it is described once. */
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
    // An argument on every tool costs tokens: it is shown only to clients that can open desktops.
    const opens = tools.some((tool) => toolSets.desktops.includes(tool));
    list = tools.map((tool) => describeTool(tool, opens && worksOnDesktops(tool)));
    wireTools.set(tools, list);
  }
  return list;
}

function describeTool(tool: Tool, takesDesktop: boolean): WireTool {
  const { foreign } = tool;
  const output = outputSchema(tool);
  const acts = widestEffect(tool) !== 'observe';
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: (takesDesktop ? withDesktop(inputSchema(tool)) : inputSchema(tool)) as WireTool['inputSchema'],
    ...(output && { outputSchema: output }),
    annotations: {
      ...foreign?.annotations,
      title: tool.title,
      readOnlyHint: !acts,
      ...(acts && { destructiveHint: tool.destructive ?? true, idempotentHint: tool.idempotent ?? false }),
      ...(!foreign && { openWorldHint: false }),
    },
    _meta: {
      ...foreign?.meta,
      'deskscope/namespace': tool.namespace,
      'deskscope/type': tool.type,
      ...(atOnce.has(tool) && { 'anthropic/alwaysLoad': true }),
      // For the search of Claude Code; models do not see it.
      ...(tool.brief?.wishes !== undefined && { 'anthropic/searchHint': tool.brief.wishes }),
    },
  };
}

function withDesktop(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const description = 'From open_desktop; the desktop of the user by default.';
  return {
    ...schema,
    properties: { ...(schema['properties'] as object), [desktopArgument]: { type: 'string', description } },
  };
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
