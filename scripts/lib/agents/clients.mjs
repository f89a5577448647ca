import { completions, contents, messages, responses } from './dialects.mjs';

/**
 * Somebody else's agent: how it is told of a model, and started. Of our server it is told by `deskscope connect`.
 * @typedef {object} Agent
 * @property {string} id as `deskscope connect` calls it
 * @property {string} name
 * @property {string} package whose version it is
 * @property {string} program below node_modules
 * @property {boolean} [native] a program of its own; the others are run by Node
 * @property {import('./dialects.mjs').Dialect} dialect
 * @property {boolean} [asksBeside] whether it also asks its model what has nothing to do with our tools
 * @property {(model: string, home: string) => Record<string, string | object>} files by their place in its home, as text or JSON
 * @property {(server: { command: string, args: readonly string[] }) => Record<string, object>} [byHand] files with an entry that says
 *   no more than how to start a server, for an agent that then searches its tools
 * @property {(task: string, home: string) => string[]} args
 * @property {(model: string) => Record<string, string>} [env]
 */

const qwenSettings = { security: { auth: { selectedType: 'openai' } } };

/** The nine agents on npm, with default settings, and names of models for which they search tools, if any. */
/** @type {readonly Agent[]} */
export const agents = [
  {
    id: 'codex',
    name: 'Codex',
    package: '@openai/codex',
    program: '@openai/codex/bin/codex.js',
    dialect: responses('mcp__deskscope'),
    files: (model) => ({ '.codex/config.toml': codexConfig(model, 'gpt-5.5') }),
    args: (task) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', task],
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    program: '@anthropic-ai/claude-code/cli-wrapper.cjs',
    dialect: messages('mcp__deskscope__'),
    asksBeside: true,
    files: () => ({}),
    byHand: (deskscope) => ({ '.claude.json': { mcpServers: { deskscope: { type: 'stdio', ...deskscope } } } }),
    args: (task) => ['-p', task, '--allowedTools', 'mcp__deskscope', '--model', 'claude-sonnet-4-5'],
    env: (model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'scripted',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    program: '@google/gemini-cli/bundle/gemini.js',
    dialect: contents('mcp_deskscope_'),
    asksBeside: true,
    files: (_, home) => ({
      '.gemini/settings.json': {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      },
      '.gemini/trustedFolders.json': { [home]: 'TRUST_FOLDER' },
    }),
    args: (task) => ['-p', task, '-y', '-m', 'gemini-2.5-pro'],
    env: (model) => ({ GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: model }),
  },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    program: '@qwen-code/qwen-code/cli-entry.js',
    dialect: completions('mcp__deskscope__'),
    asksBeside: true,
    files: () => ({ '.qwen/settings.json': qwenSettings }),
    byHand: (deskscope) => ({ '.qwen/settings.json': { ...qwenSettings, mcpServers: { deskscope } } }),
    // A model it knows to accept pictures.
    args: (task) => ['-p', task, '-y', '-m', 'qwen3-vl-plus'],
    env: (model) => ({ OPENAI_API_KEY: 'scripted', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'qwen3-vl-plus' }),
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    package: 'opencode-ai',
    program: 'opencode-linux-x64/bin/opencode',
    native: true,
    dialect: completions('deskscope_'),
    asksBeside: true,
    files: (model) => ({
      '.config/opencode/opencode.jsonc': {
        autoupdate: false,
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Scripted',
            options: { baseURL: `${model}/v1`, apiKey: 'scripted' },
            models: {
              scripted: {
                name: 'scripted',
                tool_call: true,
                modalities: { input: ['text', 'image'], output: ['text'] },
              },
            },
          },
        },
      },
    }),
    args: (task) => ['run', '-m', 'scripted/scripted', task],
  },
  {
    id: 'copilot-cli',
    name: 'Copilot CLI',
    package: '@github/copilot',
    program: '@github/copilot-linux-x64/copilot',
    native: true,
    dialect: messages('deskscope-'),
    files: () => ({}),
    args: (task) => ['-p', task, '--allow-all-tools'],
    env: (model) => ({
      COPILOT_PROVIDER_BASE_URL: model,
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_API_KEY: 'scripted',
      COPILOT_MODEL: 'claude-sonnet-4.5',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    }),
  },
  {
    id: 'cline',
    name: 'Cline CLI',
    package: 'cline',
    program: '@cline/cli-linux-x64/bin/cline',
    native: true,
    dialect: completions('deskscope__'),
    files: (model) => ({
      '.cline/data/settings/providers.json': {
        version: 1,
        providers: {
          'openai-compatible': {
            settings: { provider: 'openai-compatible', apiKey: 'scripted', model: 'scripted', baseUrl: `${model}/v1` },
            updatedAt: '2026-11-29T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      },
    }),
    args: (task) => ['-P', 'openai-compatible', '-k', 'scripted', '-m', 'scripted', task],
  },
  {
    id: 'nanocoder',
    name: 'nanocoder',
    package: '@nanocollective/nanocoder',
    program: '@nanocollective/nanocoder/dist/cli.js',
    dialect: completions(''),
    files: (model) => ({
      '.config/nanocoder/agents.config.json': {
        nanocoder: {
          providers: [{ name: 'scripted', baseUrl: `${model}/v1`, apiKey: 'scripted', models: ['scripted'] }],
        },
      },
    }),
    // oxfmt-ignore
    args: (task) => [
      '--provider', 'scripted', '--model', 'scripted', '--mode', 'yolo', '--trust-directory', '--plain', 'run', task,
    ],
  },
  {
    id: 'continue',
    name: 'Continue CLI',
    package: '@continuedev/cli',
    program: '@continuedev/cli/dist/cn.js',
    dialect: completions(''),
    files: (model) => ({ '.continue/config.yaml': continueConfig(model) }),
    args: (task) => ['--auto', '-p', task],
    env: () => ({ CONTINUE_TELEMETRY_ENABLED: '0' }),
  },
];

/**
 * @param {string} url of the model
 * @param {string} name
 */
export function codexConfig(url, name) {
  return `model = "${name}"
model_provider = "scripted"

[model_providers.scripted]
name = "Scripted"
base_url = "${url}/v1"
wire_api = "responses"
`;
}

/** @param {string} url of the model */
function continueConfig(url) {
  return `name: Scripted
version: 1.0.0
schema: v1
models:
  - name: scripted
    provider: openai
    model: scripted
    apiKey: scripted
    apiBase: ${url}/v1
    roles: [chat]
    capabilities: [tool_use, image_input]
`;
}
