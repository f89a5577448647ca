import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { sleep } from '../../base/async/deadline.ts';

export interface LegacyHttp {
  readonly port: number;
  /** Number of cancelled calls. */
  cancelled(): number;
  /** Sessions that were ended politely. */
  ended(): number;
  /** Cuts every connection, as a crash does. */
  kill(): Promise<void>;
}

/** A foreign server of the 2025 era over HTTP, for one client. It sleeps until cancelled. */
export async function serveLegacyHttp(port = 0): Promise<LegacyHttp> {
  let cancelled = 0;
  let ended = 0;
  const server = new McpServer({ name: 'legacy', version: '1' });
  server.registerTool('hello', { inputSchema: z.object({}) }, () => ({ content: [{ type: 'text', text: 'hello' }] }));
  server.registerTool('slumber', { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
    mcpReq.signal.addEventListener('abort', () => cancelled++, { once: true });
    await sleep(30_000, mcpReq.signal);
    return { content: [] };
  });
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessionclosed: () => {
      ended++;
    },
  });
  await server.connect(transport);
  const http = createServer((request, response) => void transport.handleRequest(request, response));
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  return {
    port: (http.address() as AddressInfo).port,
    cancelled: () => cancelled,
    ended: () => ended,
    kill: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
