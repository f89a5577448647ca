import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installerEnvironment } from './electron-runtime.mjs';
import { run } from './run.mjs';

const download = `require('@electron/get').downloadArtifact({
  version: '45.4.1', artifactName: 'electron', platform: 'linux', arch: 'x64', force: true,
}).then(() => process.exit(0), () => process.exit(1));`;

it('downloads Electron through the proxy in the environment', async () => {
  /** @type {string[]} */
  const asked = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const cache = mkdtempSync(join(tmpdir(), 'deskscope-electron-'));
  try {
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (proxy.address());
    const named = { ...process.env, HTTPS_PROXY: `http://127.0.0.1:${port}`, electron_config_cache: cache };
    await run(process.execPath, ['-e', download], { env: installerEnvironment(named), timeoutMs: 20_000 });
    expect(asked).toContain('github.com:443');
  } finally {
    proxy.close();
    rmSync(cache, { recursive: true, force: true });
  }
});

it("does not change the installer's environment without a proxy", () => {
  expect(installerEnvironment({ PATH: '/bin' })).toEqual({ PATH: '/bin' });
});
