import { createToolSession, type ToolSession } from '../tool-session.ts';

/**
 * The 2026 era has no sessions on the wire, and the bearer token is the same for all. What a client listed and selected is
 * therefore kept under the name it gives itself in every request. Two clients of one name share it: they should name
 * window and selector in each call instead of ids. It is no border of security: whoever has the token may do the same.
 */
export interface ModernSessions {
  of(clientName: string): ToolSession;
  names(): readonly string[];
  /** Forgets clients that did not call for `idleMs`. */
  sweep(): void;
}

export function createModernSessions(options: {
  readonly limit: number;
  readonly idleMs: number;
  readonly changed: () => void;
}): ModernSessions {
  const { limit, idleMs, changed } = options;
  // Least recently used first.
  const clients = new Map<string, { readonly session: ToolSession; usedAt: number }>();
  return {
    of(clientName) {
      const known = clients.get(clientName);
      const client = known ?? { session: createToolSession(), usedAt: 0 };
      client.usedAt = Date.now();
      clients.delete(clientName);
      clients.set(clientName, client);
      const [oldest] = clients.keys();
      if (clients.size > limit && oldest !== undefined) clients.delete(oldest);
      if (!known) changed();
      return client.session;
    },
    names: () => [...clients.keys()],
    sweep() {
      const before = clients.size;
      for (const [name, client] of clients) if (Date.now() - client.usedAt >= idleMs) clients.delete(name);
      if (clients.size !== before) changed();
    },
  };
}
