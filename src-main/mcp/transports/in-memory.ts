import { InMemoryTransport, type Transport } from '@modelcontextprotocol/server';
import { createToolSession, type ToolSession } from '../../tools/session/tool-session.ts';
import { buildServer } from '../protocol/build-server.ts';
import type { ServerParts } from '../protocol/server-parts.ts';

export interface InMemoryServer {
  /** The client's transport. The pair uses the 2025 era. */
  readonly transport: Transport;
  close(): Promise<void>;
}

/** A server and the client's end of a wire inside this process. */
export async function serveInMemory(
  parts: ServerParts,
  session: ToolSession = createToolSession(),
): Promise<InMemoryServer> {
  const [transport, far] = InMemoryTransport.createLinkedPair();
  const server = buildServer(parts, () => session);
  await server.connect(far);
  return { transport, close: () => server.close() };
}
