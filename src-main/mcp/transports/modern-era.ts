import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { CLIENT_INFO_META_KEY, createMcpHandler, type ServerEventBus } from '@modelcontextprotocol/server';
import { DisposableStore, type Disposable, disposable } from '../../base/async/disposable.ts';
import { createAskTool, type AskTool } from '../../tools/runner/ask-tool.ts';
import { inRun } from '../../tools/call-run.ts';
import type { ToolSession } from '../../tools/session/tool-session.ts';
import type { Log } from '../../base/log.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import type { buildServer } from '../protocol/build-server.ts';
import { shortName } from '../protocol/tool-host.ts';
import type { ServerParts } from '../protocol/server-parts.ts';
import type { ServedScope } from '../protocol/tool-host.ts';
import { mostWatched, watchResource } from '../resources/watch.ts';
import type { ServedEra } from './client-run.ts';
import { createModernSessions } from './modern-sessions.ts';

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

/** The 2026 era: a server for every request, and no sessions on the wire. */
export function createModernEra({ parts, build, bus, limit, idleMs, changed }: ModernOptions): ServedEra {
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
      // Its parameter types differ from Node's own only by `exactOptionalPropertyTypes`.
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

/**
 * Subscriptions of the 2026 era. The SDK keeps the streams and filters by address, but does not report the requested
 * addresses; so they are read from the request, and watched while its stream is open. A resource is watched once for
 * any number of clients.
 */
class ModernSubscriptions {
  readonly #runner: ToolRunner;
  readonly #log: Log;
  readonly #watched = new Map<string, { holders: number; readonly watch: Promise<Disposable | null> }>();

  constructor(runner: ToolRunner, log: Log) {
    this.#runner = runner;
    this.#log = log;
  }

  /** Watches the addresses in a `subscriptions/listen` request, until disposed of; nothing for any other request. */
  hold(body: unknown, ask: AskTool, updated: (uri: string) => void): Disposable {
    const uris = subscribedIn(body);
    for (const uri of uris) this.#take(uri, ask, updated);
    return disposable(() => uris.forEach((uri) => this.#release(uri)));
  }

  #take(uri: string, ask: AskTool, updated: (uri: string) => void): void {
    const known = this.#watched.get(uri);
    if (known) {
      known.holders++;
      return;
    }
    const { engine, recent } = this.#runner;
    // Calls of any client: one that reads them again sees its own.
    const calls = (called: () => void) => recent.on(null, called);
    const watch = watchResource(uri, { engine, ask, calls, changed: () => updated(uri) }).catch((error: unknown) => {
      this.#log('info', `${uri} is not watched`, error);
      return null;
    });
    this.#watched.set(uri, { holders: 1, watch });
  }

  #release(uri: string): void {
    const known = this.#watched.get(uri);
    if (!known || --known.holders > 0) return;
    this.#watched.delete(uri);
    void known.watch.then((watch) => watch?.dispose());
  }
}

function subscribedIn(body: unknown): readonly string[] {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { notifications?: unknown } };
  if (method !== 'subscriptions/listen') return [];
  const wanted = (params?.notifications as { resourceSubscriptions?: unknown } | undefined)?.resourceSubscriptions;
  if (!Array.isArray(wanted)) return [];
  const uris = new Set(wanted.filter((uri) => typeof uri === 'string'));
  return [...uris].slice(0, mostWatched);
}
