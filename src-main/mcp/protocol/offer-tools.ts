import type { ServerContext, Tool as WireTool, CallToolResult } from '@modelcontextprotocol/server';
import type { Log } from '../../base/log.ts';
import { currentAccess } from '../../permissions/access.ts';
import { rowTokens } from '../../tools/answers/room.ts';
import { widestEffect, type Tool } from '../../tools/define-tool.ts';
import { inputSchema, outputSchema, scopeOf, toolSets, worksOnDesktops } from '../../tools/registry.ts';
import { desktopArgument } from '../../tools/runner/on-desktop.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { toProtocolError, type ProtocolServer, type SessionOf } from './server-parts.ts';
import { toCallToolResult } from './result.ts';
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
    const client = clientOf(context, 'call');
    const { signal } = context.mcpReq;
    const progress = progressReporter(context, log);
    if (scope.host) return scope.host.call(client, { name, parameters, signal, progress });
    const outcome = await runner.run(name, parameters, {
      caller: { kind: 'agent', name: client.name },
      session: client.session,
      tools: scope.callable,
      signal,
      room: scope.whole ? Infinity : rowTokens,
      progress,
      waitsUntil: Date.now() + clientTimeoutMs(client.name, context.mcpReq._meta?.progressToken !== undefined),
    });
    return withPictureHint(toCallToolResult(outcome, scope.whole), client.name);
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

/**
 * Clients that give their model only the text of a result, by the name they give themselves: nanocoder 1.30.0, and
 * Copilot CLI 1.0.102 with a provider of the user's own (untested with GitHub's).
 */
const withoutPictures = /^nanocoder|copilot/i;

const pictureHint =
  'If no picture reached you, your client passes none on: snapshot and get_text have the window in words.';

/** The result, with the way to go on without its picture for a client that may keep it from its model. */
export function withPictureHint(result: CallToolResult, client: string): CallToolResult {
  if (!withoutPictures.test(client) || !result.content.some(({ type }) => type === 'image')) return result;
  // Some pass on the first text alone.
  const [first, ...others] = result.content;
  if (first?.type !== 'text') return { ...result, content: [{ type: 'text', text: pictureHint }, ...result.content] };
  return { ...result, content: [{ ...first, text: `${first.text}\n${pictureHint}` }, ...others] };
}

/** How long a client waits for the answer of a call before it gives up and tells its model, in milliseconds. */
interface ClientTimeout {
  readonly name: RegExp;
  readonly ms: number;
  /** Longer, where it receives every few seconds that the call goes on. */
  readonly withProgressMs?: number;
}

/** A person at the machine needs no longer, and nobody else can act meanwhile. */
const mostMs = 300_000;

/** Default timeout of the SDK's clients, with or without progress notifications. */
const usualMs = 60_000;

/** An answer has to reach the client in time. */
const marginMs = 2_000;

/**
 * By the name they give themselves, as of November 2026: Codex 0.171, Claude Code 2.1.332, Gemini CLI 0.61.0, Qwen Code
 * 0.24.4, Copilot CLI 1.0.102, OpenCode 1.18.33. Cline 3.0.65, nanocoder 1.30.0 and Continue CLI 1.5.47 use the
 * default.
 */
const knownClients: readonly ClientTimeout[] = [
  { name: /^codex/i, ms: 300_000 },
  { name: /^claude/i, ms: 330_000 },
  { name: /^gemini/i, ms: 330_000 },
  { name: /^qwen/i, ms: 300_000 },
  { name: /copilot/i, ms: 180_000, withProgressMs: mostMs },
  { name: /^opencode/i, ms: usualMs, withProgressMs: mostMs },
];

/**
 * How long a question about a call of this client may stay open, in milliseconds from the call.
 * @param receivesProgress whether it asked to be told that the call goes on
 */
export function clientTimeoutMs(client: string, receivesProgress: boolean): number {
  const { ms = usualMs, withProgressMs = ms } = knownClients.find(({ name }) => name.test(client)) ?? {};
  return Math.min(receivesProgress ? withProgressMs : ms, mostMs) - marginMs;
}
