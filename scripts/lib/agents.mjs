import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contents, messages, responses } from './model-dialects.mjs';
import { run } from './run.mjs';
import { token } from './serve-http.mjs';

/**
 * @typedef {object} Urls
 * @property {string} model
 * @property {string} server
 */

/**
 * Somebody else's agent, as it is told of our server and of a model.
 * @typedef {object} Agent
 * @property {string} name
 * @property {string} program below node_modules, for Node
 * @property {import('./model-dialects.mjs').Dialect} dialect
 * @property {boolean} [asksBeside] whether it also asks its model what has nothing to do with our tools
 * @property {(urls: Urls, home: string) => Record<string, string>} files by their place in its home
 * @property {(task: string, urls: Urls) => string[]} args
 * @property {(urls: Urls) => Record<string, string>} env
 */

const headers = { Authorization: `Bearer ${token}` };

/** @type {readonly Agent[]} */
export const agents = [
  {
    name: 'Codex',
    program: '@openai/codex/bin/codex.js',
    dialect: responses('mcp__desk'),
    files: (urls) => ({ '.codex/config.toml': codexConfig(urls) }),
    args: (task) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', task],
    env: () => ({}),
  },
  {
    name: 'Claude Code',
    program: '@anthropic-ai/claude-code/cli-wrapper.cjs',
    dialect: messages,
    asksBeside: true,
    files: ({ server }) => ({
      'servers.json': JSON.stringify({ mcpServers: { desk: { type: 'http', url: server, headers } } }),
    }),
    // oxfmt-ignore
    args: (task) => [
      '-p', task, '--mcp-config', 'servers.json', '--strict-mcp-config', '--allowedTools', 'mcp__desk', '--model',
      'claude-sonnet-4-5',
    ],
    env: ({ model }) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'scripted',
      // Else it offers a search for tools in their place, which a script does not use.
      ENABLE_TOOL_SEARCH: 'false',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  {
    name: 'Gemini CLI',
    program: '@google/gemini-cli/bundle/gemini.js',
    dialect: contents,
    asksBeside: true,
    files: ({ server }, home) => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
        mcpServers: { desk: { url: server, type: 'http', headers, trust: true } },
      }),
      '.gemini/trustedFolders.json': JSON.stringify({ [home]: 'TRUST_FOLDER' }),
    }),
    args: (task) => ['-p', task, '-y', '-m', 'gemini-2.5-pro'],
    env: ({ model }) => ({ GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: model }),
  },
];

/**
 * Gives it a task, in a home of its own and with nothing of ours in its environment.
 * @param {Agent} agent
 * @param {string} modules the node_modules that have it
 * @param {string} task
 * @param {Urls} urls
 */
export async function runAgent(agent, modules, task, urls) {
  const home = mkdtempSync(join(tmpdir(), 'deskscope-agent-'));
  for (const [place, text] of Object.entries(agent.files(urls, home))) {
    mkdirSync(dirname(join(home, place)), { recursive: true });
    writeFileSync(join(home, place), text);
  }
  const env = { HOME: home, PATH: '/usr/bin:/bin', ...agent.env(urls) };
  const args = [join(modules, agent.program), ...agent.args(task, urls)];
  const done = await run(process.execPath, args, { env, cwd: home, timeoutMs: 240_000 });
  rmSync(home, { recursive: true, force: true });
  return done;
}

/** @param {Urls} urls */
function codexConfig({ model, server }) {
  return `model = "scripted"
model_provider = "scripted"

[model_providers.scripted]
name = "Scripted"
base_url = "${model}/v1"
wire_api = "responses"

[mcp_servers.desk]
url = "${server}"
[mcp_servers.desk.http_headers]
Authorization = "Bearer ${token}"
`;
}
