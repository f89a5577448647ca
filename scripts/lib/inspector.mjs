import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { endChild } from './children.mjs';
import { ensureJudge, ensureNode } from './judges.mjs';
import { run } from './run.mjs';
import { deskscope, serveHttp, token } from './serve-http.mjs';
import { print } from './run-script.mjs';

const launcher = '@modelcontextprotocol/inspector/clients/launcher/build/index.js';

/**
 * Expected exit codes: 5 for an unknown tool or a failed call, 6 for a schema that not every
 * client understands.
 */
const runs = [
  { args: ['--method', 'initialize'], code: 0, expected: '"deskscope"' },
  { args: ['--method', 'tools/list', '--strict'], code: 0, expected: '"click_element"' },
  { args: ['--method', 'tools/call', '--tool-name', 'list_windows'], code: 0, expected: 'Calculator' },
  { args: ['--method', 'tools/call', '--tool-name', 'no_such_tool'], code: 5, expected: 'tool_not_found' },
];

/**
 * The MCP Inspector's command line lists and calls our tools over HTTP and stdio in both eras, on a scripted desktop.
 * @returns {Promise<import('./parts.mjs').Result>}
 * @throws CannotGoOn when the Inspector cannot be fetched, or the app cannot be built
 */
export async function askInspector() {
  await ensureBuilt();
  const inspector = join(await ensureJudge('inspector'), launcher);
  const node = await ensureNode(22);
  const { child, url } = await serveHttp(process.env, ['--backend', 'fake']);
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-inspector-'));
  const config = join(folder, 'servers.json');
  const servers = serversAt(url);
  writeFileSync(config, JSON.stringify({ mcpServers: servers }));
  // It would store secrets in the user's keyring, and settings in the user's home.
  const env = { PATH: process.env.PATH, HOME: folder, USERPROFILE: folder, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  const ask = async (/** @type {string} */ server) => {
    let failed = 0;
    for (const { args, code, expected } of runs) {
      const command = [inspector, '--cli', '--config', config, '--server', server, ...args, '--format', 'json'];
      const done = await run(node, command, { env, cwd: folder, timeoutMs: 120_000 });
      const ok = done.code === code && done.output.includes(expected);
      if (!ok) failed++;
      print(`${ok ? 'ok  ' : 'FAIL'} ${server}: ${args.join(' ')}: exit code ${done.code}`);
      if (!ok) print(done.output.slice(-2_000));
    }
    return failed;
  };
  const failures = await Promise.all(Object.keys(servers).map(ask));
  await endChild(child);
  rmSync(folder, { recursive: true, force: true });
  const failed = failures.reduce((all, each) => all + each, 0);
  const passed = runs.length * failures.length - failed;
  return { name: 'MCP Inspector', ok: failed === 0, passed, failed, skipped: 0 };
}

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
