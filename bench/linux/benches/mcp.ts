import { performance } from 'node:perf_hooks';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { serveHttp } from '../../../src-main/mcp/transports/http.ts';
import { serveInMemory } from '../../../src-main/mcp/transports/in-memory.ts';
import { interleave } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { lowLevelServer, mcpServer, serveBare, type BuildBare } from '../mcp/bare.ts';
import { ourParts } from '../mcp/ours.ts';
import { call, tools } from '../mcp/tools.ts';

const token = 'bench-token';
const peers: readonly (readonly [name: string, build: BuildBare])[] = [
  ['SDK, McpServer', mcpServer],
  ['SDK, Server, nothing checked', lowLevelServer],
];

/** One sample is the mean of so many calls, one after another. */
const callsPerSample = 200;

export const mcp: Bench = {
  name: 'mcp',
  title:
    `One call of a tool that does nothing, with ${tools.length} tools registered: arguments checked, permission decided and ` +
    'a trace written (without pictures), against the same tool on the bare SDK. McpServer is what the SDK advises; ' +
    'Server is what that is made of, here without a check of the arguments. All use the SDK’s client, in the same process.',
  async run(context) {
    const { parts, close } = ourParts(context.desk);
    const ends: (() => unknown)[] = [close];
    try {
      const served = await serveHttp({ ...parts, port: 0, token });
      ends.push(() => served.close());
      const http: Served[] = [[ours, served.url]];
      for (const [name, build] of peers) {
        const bare = await serveBare(build);
        ends.push(bare.close);
        http.push([name, bare.url]);
      }
      await compare(context, 'in memory', await inMemory(() => serveInMemory(parts)));
      await compare(context, 'HTTP, 2025 era', await overHttp(http, 'legacy'));
      await compare(context, 'HTTP, 2026 era', await overHttp(http, 'auto'));
    } finally {
      for (const end of ends.reverse()) await end();
    }
  },
};

type Served = readonly [name: string, url: string];
type Connected = readonly [name: string, client: Client];

async function inMemory(serveOurs: () => Promise<{ readonly transport: Transport }>): Promise<readonly Connected[]> {
  const clients: Connected[] = [[ours, await connect((await serveOurs()).transport, 'legacy')]];
  for (const [name, build] of peers) {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await build().connect(far);
    clients.push([name, await connect(near, 'legacy')]);
  }
  return clients;
}

function overHttp(http: readonly Served[], mode: 'legacy' | 'auto'): Promise<readonly Connected[]> {
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const connected = http.map(async ([name, url]): Promise<Connected> => {
    return [name, await connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }), mode)];
  });
  return Promise.all(connected);
}

async function connect(transport: Transport, mode: 'legacy' | 'auto'): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}

async function compare({ collector, rounds }: BenchContext, subject: string, clients: readonly Connected[]) {
  for (const [, client] of clients) await callMany(client);
  await interleave(
    rounds * 4,
    clients.map(([contestant, client]) => ({
      name: contestant,
      sample: async () => collector.add({ subject, task: 'call', contestant }, await callMany(client)),
    })),
  );
  for (const [, client] of clients) await client.close();
}

/** Milliseconds of one call. */
async function callMany(client: Client): Promise<number> {
  const began = performance.now();
  for (let i = 0; i < callsPerSample; i++) {
    const { isError, content } = await client.callTool(call);
    if (isError) throw new Error(JSON.stringify(content));
  }
  return (performance.now() - began) / callsPerSample;
}
