import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, expect, it } from 'vitest';
import type { CallRun } from '../../tools/call-run.ts';
import type { CallStart } from '../../tools/observer.ts';
import { createHttpBench, eras, token, type HttpBench } from '../testing/http-bench.ts';

let bench: HttpBench | null = null;
afterEach(() => bench?.close());

async function open(idleMs?: number) {
  const seen: (CallRun | undefined)[] = [];
  const observer = { before: ({ run }: CallStart) => void seen.push(run), after: () => undefined };
  bench = await createHttpBench({ observers: [observer], ...(idleMs !== undefined && { http: { idleMs } }) });
  return { bench, seen };
}
const look = (client: Client) => client.callTool({ name: 'get_desktop_app_info', arguments: {} });

it.each(eras)('the calls of a %s client are one run, which ends when it is disconnected', async (era) => {
  const { bench, seen } = await open();
  const [one, other] = [await bench.connect(era, 'one'), await bench.connect(era, 'other')];
  await Promise.all([look(one), look(other)]);
  await look(one);
  expect(new Set(seen).size).toBe(2);
  expect(seen[2]?.title).toMatch(/^one 1, \d\d:\d\d$/);
  expect(seen[2]).toMatchObject({ kind: 'client', ended: false });
  const known = bench.serving.clients().find(({ name }) => name === 'one');
  bench.serving.disconnect(known?.id ?? '');
  await expect.poll(() => seen[2]?.ended).toBe(true);
  expect(seen.filter((run) => run !== seen[2]).map((run) => run?.ended)).toEqual([false]);
});

it.each(eras)(
  'the run of a %s client that went ends after long silence, that of others with the server',
  async (era) => {
    const { bench, seen } = await open(200);
    const gone = await bench.connect(era);
    await look(gone);
    await gone.close();
    await expect.poll(() => seen[0]?.ended, { timeout: 10_000 }).toBe(true);
    await look(await bench.connect(era, 'late'));
    expect(seen[1]?.ended).toBe(false);
    await bench.serving.close();
    expect(seen[1]?.ended).toBe(true);
  },
);

it.each(eras)('a %s client that reports what it is for is titled by that', async (era) => {
  const { bench, seen } = await open();
  const description = `Checks\nthe books ${'of all the shops there are '.repeat(5)}`;
  const mode = era === 'modern' ? 'auto' : 'legacy';
  const client = new Client({ name: 'clerk', version: '3.1', description }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', bench.serving.url), { requestInit: { headers } }),
  );
  await look(client);
  expect(seen[0]?.title).toBe('clerk 3.1: Checks the books of all the shops there are of all the…');
  await client.close();
});
