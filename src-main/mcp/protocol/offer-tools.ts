import type { ServerContext, Tool as WireTool } from '@modelcontextprotocol/server';
import type { Log } from '../../base/log.ts';
import { currentAccess } from '../../permissions/access.ts';
import { rowTokens } from '../../tools/answers/room.ts';
import { widestEffect, type Tool } from '../../tools/define-tool.ts';
import { inputSchema, outputSchema } from '../../tools/registry.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import type { ProtocolServer, SessionOf } from './build-server.ts';
import { toProtocolError } from './protocol-error.ts';
import { toCallToolResult } from './result.ts';
import type { HostedClient, ServedScope, ToolHost } from './tool-host.ts';

export interface ToolOffer {
  readonly runner: ToolRunner;
  readonly scope: ServedScope;
  readonly clientName: (context: ServerContext) => string;
  readonly sessionOf: SessionOf;
  readonly log: Log;
}

const wireTools = new WeakMap<readonly Tool[], readonly WireTool[]>();

/** Lists the tools, computed once and not for every client or request, and runs them. */
export function offerTools(server: ProtocolServer, offer: ToolOffer): void {
  const { runner, scope, clientName, sessionOf, log } = offer;
  if (scope.host) {
    offerHosted(server, scope.host, offer);
    return;
  }
  server.setRequestHandler('tools/list', () => ({ tools: [...describeTools(visible(scope.shown))] }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const name = clientName(context);
    const outcome = await runner.run(params.name, params.arguments ?? {}, {
      caller: { kind: 'agent', name },
      session: sessionOf(name, 'call'),
      tools: scope.callable,
      signal: context.mcpReq.signal,
      room: rowTokens,
      progress: progressReporter(context, log),
    });
    return toCallToolResult(outcome);
  });
}

function offerHosted(server: ProtocolServer, host: ToolHost, { clientName, sessionOf, log }: ToolOffer): void {
  const clientOf = (context: ServerContext, asks: 'list' | 'call'): HostedClient => {
    const name = clientName(context);
    return { name, session: sessionOf(name, asks) };
  };
  server.setRequestHandler('tools/list', async (_, context) => {
    const tools = await host.list(clientOf(context, 'list')).catch(toProtocolError);
    return { tools: [...tools] };
  });
  server.setRequestHandler('tools/call', ({ params }, context) =>
    host.call(clientOf(context, 'call'), {
      name: params.name,
      parameters: params.arguments ?? {},
      signal: context.mcpReq.signal,
      progress: progressReporter(context, log),
    }),
  );
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
  const output = outputSchema(tool);
  const acts = widestEffect(tool) !== 'observe';
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool) as WireTool['inputSchema'],
    ...(output && { outputSchema: output }),
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

function progressReporter(context: ServerContext, log: Log): (fraction: number, message: string) => void {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  return (fraction, message) => {
    context.mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress: fraction, total: 1, message } })
      .catch((error: unknown) => log('warn', 'progress could not be sent', error));
  };
}
