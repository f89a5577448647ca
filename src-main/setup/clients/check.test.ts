import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpBench, token, type HttpBench } from '../../mcp/testing/http-bench.ts';
import { bundleEntry } from '../../../scripts/lib/bundle.mjs';
import { scopeOf } from '../../tools/registry.ts';
import { serveHttp } from '../../mcp/transports/http.ts';
import { bridgeProgram, writeEndpoint } from './endpoint.ts';
import { checkClient } from './check.ts';
import { clientNamed, writeClient } from './clients.ts';
import type { Connection } from './connection.ts';
import { knownClients } from './known.ts';
import { placesOf, type Places } from './places.ts';
import { samples } from './testing/samples.ts';

let bench: HttpBench;
let home: string;
let places: Places;
let connection: Connection;
beforeEach(async () => {
  bench = await createHttpBench();
  home = mkdtempSync(path.join(tmpdir(), 'deskscope-home-'));
  places = placesOf({}, 'linux', home);
  connection = { url: bench.serving.url, token, bridge: bridgeProgram('/no/bridge.js', home) };
});
afterEach(async () => {
  await bench.close();
  rmSync(home, { recursive: true });
});

const check = (id: string) => checkClient(clientNamed(id), places, { version: '0' });

describe('a check', () => {
  const overHttp = knownClients.filter(({ shape }) => shape.kind === 'http');

  it.each(overHttp)('of $title connects with what its file reports', async (client) => {
    if (client.needsFile) {
      mkdirSync(path.dirname(client.file(places)), { recursive: true });
      writeFileSync(client.file(places), samples[client.id] ?? '');
    }
    await writeClient(client, places, connection);
    const done = await checkClient(client, places, { version: '0' });
    expect(done).toMatchObject({ ok: true, text: '' });
    expect(done.tools).toBeGreaterThan(10);
    expect(bench.serving.clients()).toEqual([]);
  });

  it('of Claude Desktop starts the bridge', async () => {
    const built = await bundleEntry('src-main/mcp/bridge/main.ts');
    await writeEndpoint(home, { url: bench.serving.url, token });
    await writeClient(clientNamed('claude-desktop'), places, {
      ...connection,
      bridge: bridgeProgram(built.path, home),
    });
    expect(await check('claude-desktop')).toMatchObject({ ok: true });
    await built.remove();
  }, 30_000);

  it('reports what is wrong: the token, the port, the program, no entry', async () => {
    await writeClient(clientNamed('cursor'), places, { ...connection, token: 'wrong-token-0123' });
    const wrong = await check('cursor');
    expect(wrong).toMatchObject({ ok: false, tools: 0 });
    expect(wrong.text).toContain('does not accept the token');
    expect(JSON.stringify(wrong)).not.toContain('wrong-token');

    const gone = await serveHttp({
      runner: bench.runner,
      version: '0',
      log: () => undefined,
      token,
      port: 0,
      scope: scopeOf(['ufo']),
    });
    await gone.close();
    await writeClient(clientNamed('codex'), places, { ...connection, url: gone.url });
    expect((await check('codex')).text).toBe(`Nothing listens at 127.0.0.1:${gone.port}.`);

    const bridge = { command: '/no/such/node', args: [], env: {} };
    await writeClient(clientNamed('claude-desktop'), places, { ...connection, bridge });
    expect((await check('claude-desktop')).text).toContain('/no/such/node cannot be started');

    await expect(check('zed')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('ends with its signal', async () => {
    await writeClient(clientNamed('cursor'), places, connection);
    const aborted = checkClient(clientNamed('cursor'), places, { version: '0', signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: 'cancelled' });
  });
});
