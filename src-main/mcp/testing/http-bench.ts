import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { scopeOf } from '../../tools/registry.ts';
import type { HttpOptions, HttpServing } from '../transports/http.ts';
import { serveHttp } from '../transports/http.ts';
import { createBench, type Bench, type BenchOptions } from '../../tools/testing/run-tools.ts';

export const token = 'test-token-0123456789';
export const readToken = 'read-token-0123456789';
export const eras = ['legacy', 'modern'] as const;
export type Era = (typeof eras)[number];

export interface HttpBench extends Bench {
  readonly serving: HttpServing;
  /** A connected SDK client, at `/mcp` where no path is given; closed with the bench. */
  connect(era: Era, name?: string, path?: string, bearer?: string): Promise<Client>;
}

/** The real server over the scripted desktop on a port of its own. */
export async function createHttpBench(
  options: BenchOptions & { http?: Partial<HttpOptions> } = {},
): Promise<HttpBench> {
  const bench = await createBench({ policyMode: 'act', ...options });
  const serving = await serveHttp({
    runner: bench.runner,
    version: '0.0.0',
    token,
    readToken,
    port: 0,
    scope: scopeOf(['ufo']),
    log: (level, message, error) => options.log?.(`${level}: ${message}`, error),
    ...options.http,
  });
  const clients: Client[] = [];
  return {
    ...bench,
    serving,
    async connect(era, name = `${era}-client`, path = '/mcp', bearer = token) {
      const mode = era === 'modern' ? 'auto' : 'legacy';
      const client = new Client({ name, version: '1' }, { versionNegotiation: { mode } });
      const headers = { Authorization: `Bearer ${bearer}` };
      await client.connect(new StreamableHTTPClientTransport(new URL(path, serving.url), { requestInit: { headers } }));
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) await client.close();
      await serving.close();
      await bench.close();
    },
  };
}
