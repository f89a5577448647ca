import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/model/settings';
import { silentLog } from '../../base/log.ts';
import { createBench } from '../../tools/testing/run-tools.ts';
import { McpService } from './mcp-service.ts';

it('listens on retry, once another program has freed the port', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const profile = mkdtempSync(path.join(tmpdir(), 'mcp-service-'));
  const bench = await createBench();
  const service = new McpService({
    runner: bench.runner,
    version: '0',
    profile,
    mayStart: () => Promise.resolve(),
    changed: () => undefined,
    log: silentLog,
  });
  try {
    await service.apply({ ...defaultSettings, mcpPort: port });
    expect(service.status).toMatchObject({ state: 'failed', detail: expect.stringContaining('is taken') as string });
    await service.retry();
    expect(service.status.state).toBe('failed');
    other.close();
    await once(other, 'close');
    await service.retry();
    expect(service.status).toMatchObject({ state: 'listening', url: `http://127.0.0.1:${port}/mcp` });
    const { token } = service.status;
    await service.retry();
    expect(service.status.token).toBe(token);
  } finally {
    other.close();
    await service.close();
    await bench.close();
    rmSync(profile, { recursive: true });
  }
});
