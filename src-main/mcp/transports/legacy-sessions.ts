import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { isInitializeRequest, isJSONRPCRequest } from '@modelcontextprotocol/server';
import type { ConnectedClient } from '#contract/api';
import { currentHolder } from '../../permissions/access.ts';
import { inRun, type CallRun } from '../../tools/call-run.ts';
import { createToolSession } from '../../tools/session/tool-session.ts';
import type { buildServer } from '../protocol/build-server.ts';
import { shortName } from '../protocol/tool-host.ts';
import type { ProtocolServer, ServerParts } from '../protocol/server-parts.ts';
import type { ServedScope } from '../protocol/tool-host.ts';
import { clientRun, type ServedEra } from './client-run.ts';
import { refuse } from './http-guards.ts';

interface Session {
  /** The holder of the token that opened it: no other may use it. */
  readonly holder: string;
  readonly server: ProtocolServer;
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly run: CallRun;
  readonly since: number;
  name: string;
  version: string;
  description?: string | undefined;
  calls: number;
  lastCallAt: number | null;
  /** Requests under way, open event streams included. */
  open: number;
  /** Milliseconds of `Date.now()`. */
  usedAt: number;
  /** When its event stream was closed; null while it has one, has asked for something since, or never had one. */
  leftAt: number | null;
}

export interface LegacyOptions {
  readonly build: typeof buildServer;
  readonly parts: Omit<ServerParts, 'scope'>;
  readonly limit: number;
  readonly idleMs: number;
  /** How long a program without its event stream may take to come back, in milliseconds. */
  readonly goneMs: number;
  readonly changed: () => void;
}

/**
 * The 2025 era: a client initialises, gets a session id and names it in every request. Sessions are needed there: without
 * them a client's cancel never reaches the call it means.
 */
export function createLegacySessions({ build, parts, limit, idleMs, goneMs, changed }: LegacyOptions): ServedEra {
  const sessions = new Map<string, Session>();

  async function open(scope: ServedScope): Promise<Session> {
    const toolSession = createToolSession();
    const server = build({ ...parts, scope }, (_, asks) => {
      if (asks === 'list') return toolSession;
      session.calls++;
      session.lastCallAt = Date.now();
      changed();
      return toolSession;
    });
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, session),
    });
    const now = Date.now();
    const session: Session = {
      holder: currentHolder(),
      server,
      transport,
      run: clientRun(() => session),
      name: '',
      version: '',
      open: 0,
      usedAt: now,
      leftAt: null,
      since: now,
      calls: 0,
      lastCallAt: null,
    };
    server.oninitialized = () => {
      // The accessor is deprecated for the 2026 era only; before it there is no other.
      // oxlint-disable-next-line typescript/no-deprecated
      const client = server.getClientVersion();
      session.name = shortName(client?.name ?? 'unknown client');
      session.version = shortName(client?.version ?? '');
      session.description = client?.description && shortName(client.description);
      changed();
    };
    const ended = server.onclose;
    server.onclose = () => {
      ended?.();
      scope.host?.leave(toolSession);
      parts.runner.leave(toolSession);
      session.run.end();
      if (transport.sessionId !== undefined && sessions.delete(transport.sessionId)) changed();
    };
    await server.connect(transport);
    return session;
  }

  function idle(): Session[] {
    return [...sessions.values()].filter((session) => session.open === 0).sort((a, b) => a.usedAt - b.usedAt);
  }

  function end(session: Session): void {
    session.server.close().catch((error: unknown) => parts.log('warn', 'an MCP session did not close', error));
  }

  /** The session a request belongs to, or null if it was refused. */
  async function sessionOf(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    scope: ServedScope,
  ): Promise<Session | null> {
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') {
      const known = sessions.get(id);
      if (known?.holder === currentHolder()) return known;
      return refuse(response, 404, -32_001, 'Session not found: initialise again.');
    }
    if (request.method !== 'POST' || !hasInitialize(body)) {
      refuse(response, 400, -32_000, 'The Mcp-Session-Id header is required.');
      return null;
    }
    // Each token has its own sessions: one holder cannot use up those of others.
    const isOwn = ({ holder }: Session) => holder === currentHolder();
    const isFull = [...sessions.values()].filter(isOwn).length >= limit;
    const [oldest] = idle().filter(isOwn);
    if (isFull && oldest) end(oldest);
    else if (isFull) {
      refuse(response, 503, -32_000, `All ${limit} sessions are in use.`);
      return null;
    }
    return open(scope);
  }

  return {
    async handle(request, response, body, scope) {
      const session = await sessionOf(request, response, body, scope);
      if (!session) return;
      session.open++;
      session.leftAt = null;
      response.once('close', () => {
        session.open--;
        session.usedAt = Date.now();
        if (request.method === 'GET' && response.statusCode === 200) session.leftAt = session.usedAt;
        if (!response.writableEnded) abandon(session, body);
      });
      await inRun(session.run, () => session.transport.handleRequest(request, response, body));
    },
    clients: () => [...sessions].filter(([, session]) => session.name !== '').map(describe),
    disconnect(id) {
      const session = sessions.get(id);
      if (session) end(session);
      return session !== undefined;
    },
    endAllBut(holders) {
      for (const session of sessions.values()) if (!holders.has(session.holder)) end(session);
    },
    sweep() {
      const now = Date.now();
      for (const session of idle()) {
        const { usedAt, leftAt } = session;
        if (now - usedAt >= idleMs || (leftAt !== null && now - leftAt >= goneMs)) end(session);
      }
    },
    async close() {
      await Promise.all([...sessions.values()].map((session) => session.server.close()));
    },
  };
}

function describe([id, { name, version, since, calls, lastCallAt }]: [string, Session]): ConnectedClient {
  return { id, name, version, era: '2025', since, calls, lastCallAt };
}

/**
 * The connection ended before the answer: nothing could deliver it, since sessions keep no events to resume. The
 * protocol lets a server continue; ours moves a pointer for a client that may be gone, so the calls end as if
 * cancelled.
 */
function abandon({ transport }: Session, body: unknown): void {
  for (const message of Array.isArray(body) ? (body as unknown[]) : [body]) {
    if (!isJSONRPCRequest(message)) continue;
    const params = { requestId: message.id, reason: 'The connection ended.' };
    transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }
}

function hasInitialize(body: unknown): boolean {
  return Array.isArray(body) ? body.some((message) => isInitializeRequest(message)) : isInitializeRequest(body);
}
