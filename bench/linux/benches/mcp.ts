import { performance } from 'node:perf_hooks';
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolRequest,
  type Transport,
} from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import type { Engine } from '../../../src-main/engine/engine.ts';
import { serveHttp } from '../../../src-main/mcp/transports/http.ts';
import { serveInMemory } from '../../../src-main/mcp/transports/in-memory.ts';
import { interleave } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { lowLevelServer, mcpServer, serveBare, type BuildBare } from '../mcp/bare.ts';
import { ourParts } from '../mcp/ours.ts';
import { calls, tools } from '../mcp/tools.ts';

const token = 'bench-token';
const peers: readonly (readonly [name: string, build: BuildBare])[] = [
  ['SDK, McpServer', mcpServer],
  ['SDK, Server, nothing checked', lowLevelServer],
];

/** One sample is the mean of this many consecutive calls. */
const callsPerSample = 200;

export const mcp: Bench = {
  name: 'mcp',
  title:
    `A call of a tool, with ${tools.length} tools registered: arguments checked, permission decided, two lines of a trace on ` +
    'the disk (no pictures), against the same tool on the bare SDK. McpServer is what the SDK advises; Server is what ' +
    'that is made of, here without a check of the arguments. All use the SDK’s client, in this process, which is where ' +
    'the processor time is taken.',
  async run(context) {
    const kit = ourParts(context.desk);
    const ends: (() => unknown)[] = [() => kit.close()];
    try {
      const served = await serveHttp({ ...kit.parts, port: 0, token });
      ends.push(() => served.close());
      const http: Served[] = [[ours, served.url]];
      for (const [name, build] of peers) {
        const bare = await serveBare(build, context.desk);
        ends.push(() => bare.close());
        http.push([name, bare.url]);
      }
      await compare(context, 'in memory', await inMemory(context.desk, () => serveInMemory(kit.parts)));
      await compare(context, 'HTTP, 2025 era', await overHttp(http, 'legacy'));
      await compare(context, 'HTTP, 2026 era', await overHttp(http, 'auto'));
    } finally {
      for (const end of ends.reverse()) await end();
    }
  },
};

type Served = readonly [name: string, url: string];
type Connected = readonly [name: string, client: Client];

async function inMemory(
  engine: Engine,
  serveOurs: () => Promise<{ readonly transport: Transport }>,
): Promise<readonly Connected[]> {
  const clients: Connected[] = [[ours, await connect((await serveOurs()).transport, 'legacy')]];
  for (const [name, build] of peers) {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await build(engine).connect(far);
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
  for (const [task, call] of Object.entries(calls)) {
    for (const [, client] of clients) await callMany(client, call);
    const contestants = clients.map(([contestant, client]) => ({
      name: contestant,
      async sample() {
        const { ms, cpuMs } = await callMany(client, call);
        collector.add({ subject, task, contestant }, ms, undefined, { own: cpuMs, app: 0 });
      },
    }));
    await interleave(rounds * 4, contestants);
  }
  for (const [, client] of clients) await client.close();
}

/** Time and processor time of one call, including client and garbage collection. */
async function callMany(client: Client, call: CallToolRequest['params']) {
  const began = performance.now();
  const before = process.cpuUsage();
  for (let i = 0; i < callsPerSample; i++) {
    const { isError, content } = await client.callTool(call);
    if (isError) throw new Error(JSON.stringify(content));
  }
  const { user, system } = process.cpuUsage(before);
  return { ms: (performance.now() - began) / callsPerSample, cpuMs: (user + system) / 1000 / callsPerSample };
}
