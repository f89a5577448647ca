import '../../base/polyfill-crypto.ts';
import type { Readable, Writable } from 'node:stream';
import { serveStdio as serveConnection, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createToolSession } from '../tool-session.ts';
import { buildServer, type ServerParts } from '../protocol/build-server.ts';

export interface StdioServer {
  /** Settles when the client closes its end. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * MCP over standard input and output, both eras; one client, one session. Nothing else may write to standard output.
 * On Windows, Electron's main process has no standard input: there this runs in a process of its own.
 */
export function serveStdio(
  parts: ServerParts,
  streams: { readonly input?: Readable; readonly output?: Writable } = {},
): StdioServer {
  const { input = process.stdin, output = process.stdout } = streams;
  const session = createToolSession();
  const closed = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    output.once('error', () => resolve());
  });
  const handle = serveConnection(({ era }) => buildServer(parts, () => session, era === 'legacy' ? 'server' : 'none'), {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => parts.log('warn', 'MCP over stdio', error),
  });
  return { closed, close: () => handle.close() };
}
