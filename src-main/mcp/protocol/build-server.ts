/* oxlint-disable typescript/no-deprecated -- The SDK advises its high-level McpServer, which makes every tool's
   schema again for every instance: in the 2026 era for every request. */
import { CLIENT_INFO_META_KEY, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Log } from '../../base/log.ts';
import type { Caller } from '#contract/model/tools/tool-call';
import { createAskTool } from '../../tools/runner/ask-tool.ts';
import { shortName } from './client-name.ts';
import { icons } from './icons.ts';
import { instructionsFor } from './instructions.ts';
import { offerCompletions } from './offer-completions.ts';
import { offerPrompts } from './offer-prompts.ts';
import { offerResources } from './offer-resources.ts';
import { offerSubscriptions } from './offer-subscriptions.ts';
import { offerTools } from './offer-tools.ts';
import type { ServedScope } from './tool-host.ts';
import type { SessionOf, ServerParts, Subscriptions, AskFor } from './server-parts.ts';

/** The lists do not depend on who asks; an hour is how long a client may keep them. */
const listCache = { ttlMs: 3_600_000, cacheScope: 'public' as const };

/** One MCP server over the tool-runner. Low-level, so that nothing is computed for every client, or every request. */
export function buildServer(parts: ServerParts, sessionOf: SessionOf, subscriptions: Subscriptions = 'server'): Server {
  const { runner, version, log, scope } = parts;
  const server = new Server(
    { name: scope.server ?? 'deskscope', title: 'Deskscope', version, icons },
    {
      capabilities: {
        tools: scope.watch ? { listChanged: true } : {},
        resources: { subscribe: subscriptions !== 'none' },
        prompts: {},
        completions: {},
      },
      instructions: instructionsFor(scope),
      cacheHints: {
        'resources/templates/list': listCache,
        'prompts/list': listCache,
        ...(!scope.host && !scope.watch && { 'tools/list': listCache }),
      },
    },
  );
  const nameOf = (context: ServerContext) => clientName(server, context);
  const callerOf = (context: ServerContext): Caller => ({ kind: 'agent', name: nameOf(context) });
  const askFor: AskFor = (context) => createAskTool(runner, callerOf(context), context.mcpReq.signal);
  offerTools(server, { runner, scope, clientName: nameOf, sessionOf, log });
  offerResources(server, askFor);
  offerPrompts(server, askFor);
  offerCompletions(server, askFor);
  if (subscriptions === 'server') {
    offerSubscriptions(server, runner, { askFor, callerOf });
    tellOfOtherTools(server, scope, log);
  }
  server.onerror = (error) => log('warn', 'MCP', error);
  return server;
}

/** A session keeps its server, so that one tells its client. */
function tellOfOtherTools(server: Server, { watch }: ServedScope, log: Log): void {
  const watching = watch?.(() => {
    server.sendToolListChanged().catch((error: unknown) => log('info', 'a client did not hear of other tools', error));
  });
  const ended = server.onclose;
  server.onclose = () => {
    ended?.();
    watching?.dispose();
  };
}

/** The 2026 era names the client in every request, the era before it once, when connecting. */
export function clientName(server: Server, context: ServerContext): string {
  const envelope = context.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const named = (envelope?.[CLIENT_INFO_META_KEY] as { name?: unknown } | undefined)?.name;
  return shortName(typeof named === 'string' ? named : (server.getClientVersion()?.name ?? 'unknown client'));
}
