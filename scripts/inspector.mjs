import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { endChild } from './lib/children.mjs';
import { ensureJudge, ensureNode } from './lib/judges.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { run } from './lib/run.mjs';
import { deskscope, serveHttp, token } from './lib/serve-http.mjs';
import { runScript, say } from './lib/tell.mjs';

const launcher = '@modelcontextprotocol/inspector/clients/launcher/build/index.js';

/**
 * What each run must end with. Its exit codes: 5 for an unknown tool or one that failed, 6 for a schema that not every
 * client understands.
 */
const runs = [
  { args: ['--method', 'initialize'], code: 0, says: '"deskscope"' },
  { args: ['--method', 'tools/list', '--strict'], code: 0, says: '"click_input"' },
  { args: ['--method', 'tools/call', '--tool-name', 'get_desktop_app_info'], code: 0, says: 'Calculator' },
  { args: ['--method', 'tools/call', '--tool-name', 'no_such_tool'], code: 5, says: 'tool_not_found' },
];

/** The MCP Inspector's command line lists and calls our tools over HTTP and stdio in both eras, on a scripted desktop. */
await runScript(async () => {
  await ensurePackages();
  await ensureBuilt();
  const inspector = join(await ensureJudge('inspector'), launcher);
  const node = await ensureNode(22);
  const { child, url } = await serveHttp(process.env, ['--backend', 'fake']);
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-inspector-'));
  const config = join(folder, 'servers.json');
  const servers = serversAt(url);
  writeFileSync(config, JSON.stringify({ mcpServers: servers }));
  // It would keep secrets in the user's keyring, and settings in the user's home.
  const env = { PATH: process.env.PATH, HOME: folder, USERPROFILE: folder, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  let failed = 0;
  for (const server of Object.keys(servers)) {
    for (const { args, code, says } of runs) {
      const command = [inspector, '--cli', '--config', config, '--server', server, ...args, '--format', 'json'];
      const done = await run(node, command, { env, cwd: folder, timeoutMs: 60_000 });
      const ok = done.code === code && done.output.includes(says);
      if (!ok) failed++;
      say(`${ok ? 'ok  ' : 'FAIL'} ${server}: ${args.join(' ')}: exit code ${done.code}`);
      if (!ok) say(done.output.slice(0, 2_000));
    }
  }
  await endChild(child);
  rmSync(folder, { recursive: true, force: true });
  return failed === 0 ? 0 : 1;
});

/** @param {string} url */
function serversAt(url) {
  const stdio = { command: process.execPath, args: [deskscope, '--backend', 'fake', 'mcp', '--stdio'] };
  const http = { type: 'streamable-http', url, headers: { Authorization: `Bearer ${token}` } };
  return {
    'stdio, 2025 era': stdio,
    'stdio, 2026 era': { ...stdio, protocolEra: 'modern' },
    'HTTP, 2025 era': http,
    'HTTP, 2026 era': { ...http, protocolEra: 'modern' },
  };
}
