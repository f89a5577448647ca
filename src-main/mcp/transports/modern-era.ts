import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { CLIENT_INFO_META_KEY, createMcpHandler, type ServerEventBus } from '@modelcontextprotocol/server';
import type { ConnectedClient } from '#contract/api';
import { DisposableStore } from '../../base/async/disposable.ts';
import { createAskTool } from '../../tools/runner/ask-tool.ts';
import type { buildServer } from '../protocol/build-server.ts';
import { shortName } from '../protocol/client-name.ts';
import type { ServedScope } from '../protocol/tool-host.ts';
import { inRun } from '../../tools/call-run.ts';
import type { ToolSession } from '../../tools/session/tool-session.ts';
import { createModernSessions } from './modern-sessions.ts';
import { ModernSubscriptions } from './modern-subscriptions.ts';
import type { ServerParts } from '../protocol/server-parts.ts';

/** The 2026 era: a server for every request, and no sessions on the wire. */
export interface ModernEra {
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    scope: ServedScope,
  ) => Promise<void>;
  clients(): readonly ConnectedClient[];
  /** Ends what the client has under way and forgets it; false where there is none of that id. */
  disconnect(id: string): boolean;
  /** Forgets the clients of all other tokens, and ends what they have under way. */
  endAllBut(holders: ReadonlySet<string>): void;
  /** Forgets clients that did not call for long. */
  sweep(): void;
  close(): Promise<void>;
}

export interface ModernOptions {
  readonly parts: Omit<ServerParts, 'scope'>;
  readonly build: typeof buildServer;
  /** Where another server than the tools' announces its changes. */
  readonly bus?: ServerEventBus | undefined;
  readonly limit: number;
  readonly idleMs: number;
  readonly changed: () => void;
}

type Handler = ReturnType<typeof createMcpHandler>;
type NodeServe = (request: IncomingMessage, response: ServerResponse, body: unknown) => Promise<void>;

export function createModernEra({ parts, build, bus, limit, idleMs, changed }: ModernOptions): ModernEra {
  const { runner, log } = parts;
  const handlers = new Map<ServedScope, Handler>();
  const owned = new DisposableStore();
  const ended = (session: ToolSession) => {
    for (const { host } of handlers.keys()) host?.leave(session);
    runner.leave(session);
  };
  const sessions = createModernSessions({ limit, idleMs, changed, ended });
  const subscriptions = new ModernSubscriptions(runner, log);
  const handlerOf = (scope: ServedScope): Handler => {
    const known = handlers.get(scope);
    if (known) return known;
    const perRequest = () => build({ ...parts, scope }, (name, asks) => sessions.of(name, asks), 'transport');
    const handler = createMcpHandler(perRequest, {
      legacy: 'reject',
      onerror: (error) => log('warn', 'MCP over HTTP', error),
      ...(bus && { bus }),
    });
    handlers.set(scope, handler);
    const watching = scope.watch?.(() => handler.notify.toolsChanged());
    if (watching) owned.add(watching);
    return handler;
  };
  return {
    async handle(request, response, body, scope) {
      const run = sessions.seen(body, response);
      const handler = handlerOf(scope);
      const gone = new AbortController();
      const ask = createAskTool(runner, { kind: 'agent', name: nameIn(body) }, gone.signal);
      const held = subscriptions.hold(body, ask, (uri) => handler.notify.resourceUpdated(uri));
      response.once('close', () => {
        gone.abort();
        held.dispose();
      });
      // Its parameter types differ from Node's own only in what `exactOptionalPropertyTypes` makes of them.
      const serve = () => (toNodeHandler(handler) as unknown as NodeServe)(request, response, body);
      await (run ? inRun(run, serve) : serve());
    },
    clients: () => sessions.clients(),
    disconnect: (id) => sessions.disconnect(id),
    endAllBut: (holders) => sessions.endAllBut(holders),
    sweep: () => sessions.sweep(),
    async close() {
      sessions.close();
      owned.dispose();
      await Promise.all([...handlers.values()].map((handler) => handler.close()));
    },
  };
}

function nameIn(body: unknown): string {
  const params = (body as { params?: { _meta?: Readonly<Record<string, unknown>> } } | undefined)?.params;
  const name = (params?._meta?.[CLIENT_INFO_META_KEY] as { name?: unknown } | undefined)?.name;
  return typeof name === 'string' ? shortName(name) : 'unknown client';
}
