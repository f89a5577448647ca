import '../../base/polyfill-crypto.ts';
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { classifyInboundRequest, type ServerEventBus } from '@modelcontextprotocol/server';
import type { ConnectedClient } from '#contract/api';
import { AppError } from '#contract/errors';
import { coalesce } from '../../base/async/once.ts';
import { withAccess } from '../../permissions/access.ts';
import { buildServer } from '../protocol/build-server.ts';
import type { ServedScope } from '../protocol/tool-host.ts';
import { scopeNamed, scopeNames } from '../../tools/registry.ts';
import { createGuard, createRequestLimit, holderOf, pathOf, readBody, refuse } from './http-guards.ts';
import { isApiPath, serveApi } from './http-api.ts';
import { createLegacySessions } from './legacy-sessions.ts';
import { createModernEra } from './modern-era.ts';
import type { ServerParts } from '../protocol/server-parts.ts';

export interface HttpOptions extends ServerParts {
  /** On 127.0.0.1; 0 lets the system choose. */
  readonly port: number;
  /** Every request must carry it as `Authorization: Bearer …`. */
  readonly token: string;
  /** With this one instead, only tools that look are shown and run. */
  readonly readToken?: string;
  /** Ids of clients by their own tokens; none by default. */
  readonly clientTokens?: () => ReadonlyMap<string, string>;
  /** How many requests each token may make in a second; no limit by default. */
  readonly requestsPerSecond?: () => number;
  /** Called soon after one came, called or went. */
  readonly onClients?: (clients: readonly ConnectedClient[]) => void;
  /** Maximum number of clients per era and token; 64 by default. */
  readonly sessionLimit?: number;
  /** Milliseconds after which an unused session ends; half an hour by default. */
  readonly idleMs?: number;
  /** Milliseconds after which a session ends whose program closed its event stream; a minute by default. */
  readonly goneMs?: number;
  /** Milliseconds a client may take to send a request, headers and body; a quarter of a minute by default. */
  readonly receiveMs?: number;
  /** Builds the server for the clients; the tools by default. */
  readonly build?: typeof buildServer;
  /** Carries change events to subscribers of the 2026 era. */
  readonly bus?: ServerEventBus;
}

export interface HttpServing {
  readonly url: string;
  readonly port: number;
  clients(): readonly ConnectedClient[];
  /** Ends a client's session and its pending calls; false for an unknown id. */
  disconnect(id: string): boolean;
  /** Ends every session and frees the port. */
  close(): Promise<void>;
}

const path = '/mcp';
const host = '127.0.0.1';
const defaultIdleMs = 30 * 60_000;
const defaultGoneMs = 60_000;
const defaultReceiveMs = 15_000;
/** Interval between two reports about clients: a client may call a hundred times a second. */
const reportMs = 50;
/** How often the clients' tokens are looked at, which another process takes back as well, in milliseconds. */
const followMs = 250;

/**
 * Serves MCP over Streamable HTTP on this machine only, to clients of both wire eras: the 2025 one with sessions, the 2026
 * one without.
 * @throws AppError `port_in_use`
 */
export async function serveHttp(options: HttpOptions): Promise<HttpServing> {
  const {
    log,
    sessionLimit: limit = 64,
    idleMs = defaultIdleMs,
    goneMs = defaultGoneMs,
    build = buildServer,
  } = options;
  const { receiveMs = defaultReceiveMs } = options;
  const clients = () => [...legacy.clients(), ...modern.clients()];
  const changed = coalesce(() => options.onClients?.(clients()), reportMs);
  const legacy = createLegacySessions({ build, parts: options, limit, idleMs, goneMs, changed });
  const modern = createModernEra({ build, bus: options.bus, parts: options, limit, idleMs, changed });
  const serve: Eras = { legacy: legacy.handle, modern: modern.handle };
  const scopes = createScopes(options.scope);
  const withinLimit = createRequestLimit(options.requestsPerSecond ?? (() => Infinity));
  for (const token of [options.token, options.readToken]) if (token) options.runner.tokens.add(token);
  const clientTokens = () => {
    const holders = options.clientTokens?.() ?? new Map<string, string>();
    for (const token of holders.keys()) options.runner.tokens.add(token);
    return holders;
  };
  clientTokens();
  const guard = createGuard({ full: options.token, read: options.readToken, clients: clientTokens });
  const receiving = {
    headersTimeout: receiveMs,
    requestTimeout: receiveMs,
    connectionsCheckingInterval: receiveMs / 4,
  };
  const answering = new Map<ServerResponse, string>();
  /** The holder of a revoked token is removed at once: event streams, pending calls and sessions end. */
  const endRevoked = () => {
    const clients = [...clientTokens()].map(([token, client]) => holderOf(token, client));
    const holders = new Set(['full', 'read', ...clients]);
    for (const [response, holder] of answering) if (!holders.has(holder)) response.destroy();
    legacy.endAllBut(holders);
    modern.endAllBut(holders);
  };
  const server = createServer(receiving, (request, response) => {
    const passed = guard(request, response);
    if (!passed || !withinLimit(passed.holder, response)) return;
    answering.set(response, passed.holder);
    response.once('close', () => answering.delete(response));
    const asked = pathOf(request);
    const scope = scopes(asked);
    if (!scope && !isApiPath(asked)) return void refuse(response, 404, -32_000, notFound());
    const work = () => (scope ? route(request, response, scope, serve) : serveApi(options.runner, request, response));
    withAccess(passed.access, work, passed.holder).catch((error: unknown) => {
      log('error', 'a request failed', error);
      refuse(response, 500, -32_603, 'Internal error.');
    });
  });
  const port = await listen(server, options.port);
  const sweeper = setInterval(
    () => {
      legacy.sweep();
      modern.sweep();
    },
    Math.min(idleMs, goneMs) / 4,
  ).unref();
  const following = options.clientTokens && setInterval(endRevoked, followMs).unref();
  return {
    url: `http://${host}:${port}${path}`,
    port,
    clients,
    disconnect: (id) => legacy.disconnect(id) || modern.disconnect(id),
    async close() {
      clearInterval(sweeper);
      clearInterval(following);
      changed.cancel();
      await Promise.all([legacy.close(), modern.close()]);
      await stop(server);
    },
  };
}

type Serve = (request: IncomingMessage, response: ServerResponse, body: unknown, scope: ServedScope) => Promise<void>;

interface Eras {
  readonly legacy: Serve;
  readonly modern: Serve;
}

/**
 * `/mcp` serves the set from the settings, `/mcp/ufo` one set, `/mcp/UICollector` one namespace; null for any other
 * path.
 */
function createScopes(standard: ServedScope): (path: string) => ServedScope | null {
  const named = new Map(scopeNames().map((name) => [`${path}/${name}`, scopeNamed(name)]));
  return (wanted) => (wanted === path ? standard : (named.get(wanted) ?? null));
}

function notFound(): string {
  return `Not found: the server is at ${path}, or at ${path}/ and one of ${scopeNames().join(', ')}.`;
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  scope: ServedScope,
  serve: Eras,
): Promise<void> {
  const method = request.method ?? '';
  const body = method === 'POST' ? await readBody(request, response) : { json: undefined };
  if (!body) return;
  const { kind } = classifyInboundRequest({
    httpMethod: method,
    body: body.json,
    ...header('protocolVersionHeader', request.headers['mcp-protocol-version']),
    ...header('mcpMethodHeader', request.headers['mcp-method']),
    ...header('mcpNameHeader', request.headers['mcp-name']),
  });
  // A request of neither era gets its precise refusal from the modern handler.
  await (kind === 'legacy' ? serve.legacy : serve.modern)(request, response, body.json, scope);
}

function header<K extends string>(name: K, value: string | string[] | undefined): { [key in K]?: string } {
  return (typeof value === 'string' ? { [name]: value } : {}) as { [key in K]?: string };
}

function listen(server: HttpServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port)));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function listenError(error: NodeJS.ErrnoException, port: number): AppError {
  const why =
    error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code ?? 'unknown'})`;
  return new AppError('port_in_use', `Port ${port} ${why}.`, {
    hint: 'Choose another port with `--port` or in the settings; 0 lets the system choose.',
    cause: error,
  });
}

function stop(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
