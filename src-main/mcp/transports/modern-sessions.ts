import type { ServerResponse } from 'node:http';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ConnectedClient } from '#contract/api';
import { currentAccess, currentHolder, type Access } from '../../permissions/access.ts';
import type { CallRun } from '../../tools/call-run.ts';
import { createToolSession, type ToolSession } from '../../tools/session/tool-session.ts';
import { shortName } from '../protocol/tool-host.ts';
import { clientRun } from './client-run.ts';

/**
 * The 2026 era has no sessions on the wire, and many clients share a bearer token. So a client's listing and selection
 * are kept under its token and the name it gives itself in every request: a read-only client never changes the meaning
 * of an act. Two clients of one token and name share them: they should name window and selector in each call instead of
 * ids.
 */
export interface ModernSessions {
  /**
   * Records a request of any kind: its sender is connected. Returns the session of its calls; null without a sender.
   */
  seen(body: unknown, response: ServerResponse): CallRun | null;
  /** The session of this client's calls. Calls are counted. */
  of(clientName: string, asks: 'list' | 'call'): ToolSession;
  clients(): readonly ConnectedClient[];
  /** Ends a client's pending calls and forgets it; false for an unknown id. */
  disconnect(id: string): boolean;
  /** Forgets the clients of all other tokens, and ends their pending calls. */
  endAllBut(holders: ReadonlySet<string>): void;
  /** Forgets clients that did not call for `idleMs`. */
  sweep(): void;
  /** No calls arrive any more. */
  close(): void;
}

interface ModernClient {
  readonly name: string;
  readonly access: Access;
  readonly holder: string;
  readonly session: ToolSession;
  readonly run: CallRun;
  readonly responses: Set<ServerResponse>;
  readonly since: number;
  usedAt: number;
  version: string;
  description?: string | undefined;
  calls: number;
  lastCallAt: number | null;
}

export function createModernSessions(options: {
  readonly limit: number;
  readonly idleMs: number;
  readonly changed: () => void;
  /** Called with the session of a forgotten client. */
  readonly ended: (session: ToolSession) => void;
}): ModernSessions {
  const { limit, idleMs, changed, ended } = options;
  // Least recently used first.
  const clients = new Map<string, ModernClient>();
  const forget = (key: string) => {
    const client = clients.get(key);
    clients.delete(key);
    if (!client) return;
    ended(client.session);
    client.run.end();
  };
  const use = (name: string): ModernClient => {
    const access = currentAccess();
    const holder = currentHolder();
    const key = `${holder} ${name}`;
    const client = clients.get(key) ?? newClient(name, access, holder);
    client.usedAt = Date.now();
    clients.delete(key);
    clients.set(key, client);
    // Each token has its own clients: one holder cannot evict those of others.
    const [oldest, ...others] = [...clients].filter(([, other]) => other.holder === holder).map(([key]) => key);
    if (others.length >= limit && oldest !== undefined) forget(oldest);
    changed();
    return client;
  };
  return {
    seen(body, response) {
      const named = sender.safeParse(body);
      if (!named.success) return null;
      const { name, version, description } = named.data.params._meta[CLIENT_INFO_META_KEY];
      const client = use(name);
      client.version = version;
      client.description = description;
      client.responses.add(response);
      response.once('close', () => client.responses.delete(response));
      return client.run;
    },
    of(clientName, asks) {
      const client = use(clientName);
      if (asks === 'list') return client.session;
      client.calls++;
      client.lastCallAt = Date.now();
      return client.session;
    },
    clients: () => [...clients.values()].map(describe),
    disconnect(id) {
      const [key, client] = [...clients].find(([, known]) => idOf(known) === id) ?? [];
      if (key === undefined) return false;
      for (const response of client?.responses ?? []) response.destroy();
      forget(key);
      changed();
      return true;
    },
    endAllBut(holders) {
      for (const client of clients.values()) if (!holders.has(client.holder)) this.disconnect(idOf(client));
    },
    sweep() {
      const before = clients.size;
      for (const [key, client] of clients) if (Date.now() - client.usedAt >= idleMs) forget(key);
      if (clients.size !== before) changed();
    },
    close() {
      for (const client of clients.values()) {
        ended(client.session);
        client.run.end();
      }
    },
  };
}

/** The sender in requests of the 2026 era. */
const sender = z.object({
  params: z.object({
    _meta: z.object({
      [CLIENT_INFO_META_KEY]: z.object({
        name: z.string().transform(shortName),
        version: z.string().default('').transform(shortName),
        description: z.string().transform(shortName).optional(),
      }),
    }),
  }),
});

function newClient(name: string, access: Access, holder: string): ModernClient {
  const now = Date.now();
  const client: ModernClient = {
    name,
    access,
    holder,
    session: createToolSession(),
    run: clientRun(() => client),
    responses: new Set(),
    since: now,
    usedAt: now,
    version: '',
    calls: 0,
    lastCallAt: null,
  };
  return client;
}

function idOf({ name, access, holder }: ModernClient): string {
  if (holder !== access) return `2026 (${holder}) ${name}`;
  return access === 'full' ? `2026 ${name}` : `2026 (looks only) ${name}`;
}

function describe(client: ModernClient): ConnectedClient {
  const { name, version, since, calls, lastCallAt } = client;
  return { id: idOf(client), name, version, era: '2026', since, calls, lastCallAt };
}
