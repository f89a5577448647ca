import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';

/** @typedef {Readonly<Record<string, unknown>>} Answer */

/** As parsed by `src-main/cli/commands/agents/mcp.ts`. */
const file = 'mcp-answers.json';
/** Milliseconds; a second is usual. */
const timeoutMs = 60_000;

/**
 * Writes the MCP server's early answers beside the built command line: its own answers, with default settings,
 * to the first two requests of every client; on Linux also those without a desktop.
 * @param {string} folder `out/main`
 */
export async function writeKnownAnswers(folder) {
  const to = join(folder, file);
  await rm(to, { force: true });
  const profile = await mkdtemp(join(tmpdir(), 'deskscope-build-'));
  try {
    const cli = join(folder, 'cli.js');
    const variables = { XDG_CONFIG_HOME: profile, APPDATA: profile };
    const usual = await answersOf([cli, '--backend', 'fake'], variables);
    const isLinux = process.platform === 'linux';
    const bare = isLinux ? await answersOf([cli], { ...variables, DISPLAY: '', WAYLAND_DISPLAY: '' }) : null;
    await writeFile(to, JSON.stringify({ versions: SUPPORTED_PROTOCOL_VERSIONS, ...usual, ...(bare && { bare }) }));
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

/**
 * @param {readonly string[]} cli the command line, with options
 * @param {Readonly<Record<string, string>>} variables
 * @returns {Promise<{ initialize: Answer, tools: Answer }>}
 */
async function answersOf(cli, variables) {
  const server = spawn(process.execPath, [...cli, 'mcp', '--stdio'], {
    env: { ...process.env, ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: timeoutMs,
  });
  const ended = once(server, 'close');
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const ask = async (/** @type {object} */ message) => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const line = /** @type {{ value?: string }} */ (await lines.next()).value ?? '{}';
    const { result } = /** @type {{ result?: Answer }} */ (JSON.parse(line));
    if (!result) throw new Error(`The built MCP server does not answer: ${line}`);
    return result;
  };
  const params = {
    protocolVersion: SUPPORTED_PROTOCOL_VERSIONS[0],
    capabilities: {},
    clientInfo: { name: 'build', version: '1' },
  };
  try {
    const { protocolVersion: _, ...initialize } = await ask({ id: 1, method: 'initialize', params });
    return { initialize, tools: await ask({ id: 2, method: 'tools/list' }) };
  } finally {
    server.stdin.end();
    await ended;
  }
}
