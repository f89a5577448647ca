import type { ServerResponse } from 'node:http';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ConnectedClient } from '#contract/api';
import { createToolSession, type ToolSession } from '../tool-session.ts';

/**
 * The 2026 era has no sessions on the wire, and the bearer token is the same for all. What a client listed and selected is
 * therefore kept under the name it gives itself in every request. Two clients of one name share it: they should name
 * window and selector in each call instead of ids. It is no border of security: whoever has the token may do the same.
 */
export interface ModernSessions {
  /** A request came in: whoever sent it is there, whatever it asks. */
  seen(body: unknown, response: ServerResponse): void;
  /** Where a call of this client keeps what it found. Counts the call. */
  of(clientName: string): ToolSession;
  clients(): readonly ConnectedClient[];
  /** Ends what the client has under way and forgets it; false where there is none of that id. */
  disconnect(id: string): boolean;
  /** Forgets clients that did not call for `idleMs`. */
  sweep(): void;
}

interface ModernClient {
  readonly session: ToolSession;
  readonly responses: Set<ServerResponse>;
  readonly since: number;
  usedAt: number;
  version: string;
  calls: number;
  lastCallAt: number | null;
}

export function createModernSessions(options: {
  readonly limit: number;
  readonly idleMs: number;
  readonly changed: () => void;
}): ModernSessions {
  const { limit, idleMs, changed } = options;
  // Least recently used first.
  const clients = new Map<string, ModernClient>();
  const use = (name: string): ModernClient => {
    const client = clients.get(name) ?? newClient();
    client.usedAt = Date.now();
    clients.delete(name);
    clients.set(name, client);
    const [oldest] = clients.keys();
    if (clients.size > limit && oldest !== undefined) clients.delete(oldest);
    changed();
    return client;
  };
  return {
    seen(body, response) {
      const named = sender.safeParse(body);
      if (!named.success) return;
      const { name, version } = named.data.params._meta[CLIENT_INFO_META_KEY];
      const client = use(name);
      client.version = version;
      client.responses.add(response);
      response.once('close', () => client.responses.delete(response));
    },
    of(clientName) {
      const client = use(clientName);
      client.calls++;
      client.lastCallAt = Date.now();
      return client.session;
    },
    clients: () => [...clients].map(([name, client]) => describe(name, client)),
    disconnect(id) {
      const name = [...clients.keys()].find((known) => idOf(known) === id);
      if (name === undefined) return false;
      for (const response of clients.get(name)?.responses ?? []) response.destroy();
      clients.delete(name);
      changed();
      return true;
    },
    sweep() {
      const before = clients.size;
      for (const [name, client] of clients) if (Date.now() - client.usedAt >= idleMs) clients.delete(name);
      if (clients.size !== before) changed();
    },
  };
}

/** How the requests of the 2026 era say who sends them. */
const sender = z.object({
  params: z.object({
    _meta: z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string(), version: z.string().default('') }) }),
  }),
});

function newClient(): ModernClient {
  const now = Date.now();
  return {
    ...{ session: createToolSession(), responses: new Set(), since: now, usedAt: now },
    ...{ version: '', calls: 0, lastCallAt: null },
  };
}

const idOf = (name: string): string => `2026 ${name}`;

function describe(name: string, { version, since, calls, lastCallAt }: ModernClient): ConnectedClient {
  return { id: idOf(name), name, version, era: '2026', since, calls, lastCallAt };
}
