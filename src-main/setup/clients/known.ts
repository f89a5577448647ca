import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { entryName, entryOf, plainProgram, type Connection, type ProgramShape, type Shape } from './connection.ts';
import type { Places } from './places.ts';
import type { FormatName } from './formats/formats.ts';

/** An agent's program, and where and how it is reported about servers. */
export interface KnownClient {
  readonly id: string;
  readonly title: string;
  /** The user's own file; where there may be several, the one that exists. */
  readonly file: (places: Places) => string;
  /** Further files that the program merges: our entry is in none of them. */
  readonly others?: (places: Places) => readonly string[];
  /** Exists where the program was used; the file's folder by default. */
  readonly trace?: (places: Places) => string;
  /** Its program's name, if it can be on the PATH. */
  readonly program?: string;
  readonly format: FormatName;
  /** The key of the table of servers. */
  readonly servers: string;
  readonly shape: Shape;
  /** How it starts servers, if that is not {@link plainProgram}. */
  readonly starts?: ProgramShape;
  /** A file with only our entry would break the program. */
  readonly needsFile?: boolean;
  /** The user's next step. */
  readonly next: string;
  /** Installs with one click, in a scheme that the program registered. */
  readonly link?: (connection: Connection) => string;
}

const plain = { kind: 'http', url: 'url', headers: 'headers', fixed: {} } as const;
const typed = { ...plain, fixed: { type: 'http' } } as const;
/** `timeout`: how long a person may take to answer, in seconds. */
const cline = { ...plain, fixed: { type: 'streamableHttp', disabled: false, timeout: 300 } } as const;

/**
 * Files and spellings as of November 2026, from the clients' own documentation and from what `add-mcp` 2.4.0 writes
 * (https://github.com/neondatabase/add-mcp). Links: https://code.visualstudio.com/api/extension-guides/ai/mcp,
 * https://docs.cursor.com/en/tools/developers, https://lmstudio.ai/docs/app/mcp/deeplink, and goose's `deeplink.ts`.
 */
export const knownClients: readonly KnownClient[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    servers: 'mcpServers',
    // Shows its model all tools, including sets that it would have to search.
    shape: { ...typed, fixed: { ...typed.fixed, alwaysLoad: true } },
    starts: { ...plainProgram, fixed: { type: 'stdio', alwaysLoad: true } },
    file: ({ home, variables }) => path.join(variables['CLAUDE_CONFIG_DIR'] || home, '.claude.json'),
    trace: ({ home, variables }) => variables['CLAUDE_CONFIG_DIR'] || path.join(home, '.claude'),
    program: 'claude',
    next: 'Start a new session of claude, or enter /mcp in a running one.',
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    servers: 'mcpServers',
    // Its file knows local programs only.
    shape: { kind: 'stdio' },
    file: (places) => path.join(claudeFolder(places), 'claude_desktop_config.json'),
    next: 'Quit Claude Desktop and start it again.',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: 'jsonc',
    servers: 'servers',
    shape: typed,
    file: ({ config }) => path.join(config, 'Code', 'User', 'mcp.json'),
    program: 'code',
    next: 'Run “MCP: List Servers” in VS Code, choose deskscope and start it.',
    link: (connection) => {
      const server = { name: entryName, ...entryOf(typed, connection) };
      return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`;
    },
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'jsonc',
    servers: 'mcpServers',
    shape: plain,
    file: ({ home }) => path.join(home, '.cursor', 'mcp.json'),
    program: 'cursor',
    next: 'Switch deskscope on in Cursor’s settings, under MCP.',
    link: (connection) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${entryName}&config=${base64(entryOf(plain, connection))}`,
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    servers: 'mcp_servers',
    shape: { ...plain, headers: 'http_headers' },
    starts: {
      ...plainProgram,
      fixed: {
        // It passes on neither display nor session bus, and without `required` asks its model before a slow server is there.
        env_vars: ['DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'],
        required: true,
      },
    },
    file: (places) => path.join(codexHome(places), 'config.toml'),
    trace: codexHome,
    program: 'codex',
    next: 'Start a new session of codex.',
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    format: 'jsonc',
    servers: 'mcpServers',
    shape: typed,
    file: ({ home, variables }) => path.join(variables['GEMINI_CLI_HOME'] || home, '.gemini', 'settings.json'),
    program: 'gemini',
    next: 'Start gemini again, in a folder that it trusts.',
  },
  {
    id: 'qwen-code',
    title: 'Qwen Code',
    format: 'jsonc',
    servers: 'mcpServers',
    // Shows its model all tools, which it would have to search.
    shape: { ...plain, url: 'httpUrl', fixed: { alwaysLoadTools: true } },
    program: 'qwen',
    starts: { ...plainProgram, fixed: { alwaysLoadTools: true } },
    file: ({ home, variables }) => path.join(variables['QWEN_HOME'] || path.join(home, '.qwen'), 'settings.json'),
    next: 'Start qwen again.',
  },
  {
    id: 'antigravity',
    title: 'Antigravity',
    format: 'jsonc',
    servers: 'mcpServers',
    shape: { ...plain, url: 'serverUrl' },
    file: ({ home }) => path.join(home, '.gemini', 'config', 'mcp_config.json'),
    next: 'Refresh the list of MCP servers in Antigravity.',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    format: 'jsonc',
    servers: 'mcpServers',
    shape: { ...plain, url: 'serverUrl' },
    file: ({ home }) => path.join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    next: 'Refresh the list of MCP servers in Windsurf.',
  },
  {
    id: 'copilot-cli',
    title: 'GitHub Copilot CLI',
    format: 'jsonc',
    servers: 'mcpServers',
    shape: { ...plain, fixed: { type: 'http', tools: ['*'] } },
    starts: { ...plainProgram, fixed: { type: 'local', tools: ['*'] } },
    file: ({ home, variables }) =>
      path.join(variables['COPILOT_HOME'] || path.join(home, '.copilot'), 'mcp-config.json'),
    program: 'copilot',
    next: 'Start copilot again.',
  },
  {
    id: 'zed',
    title: 'Zed',
    format: 'jsonc',
    servers: 'context_servers',
    shape: { ...plain, fixed: { source: 'custom', type: 'http' } },
    starts: { ...plainProgram, fixed: { source: 'custom' } },
    file: ({ platform, home, config }) =>
      platform === 'win32'
        ? path.join(config, 'Zed', 'settings.json')
        : path.join(platform === 'darwin' ? path.join(home, '.config') : config, 'zed', 'settings.json'),
    program: 'zed',
    next: 'Zed connects at once: see its Agent panel’s settings.',
  },
  {
    id: 'goose',
    title: 'goose',
    format: 'yaml',
    servers: 'extensions',
    shape: {
      kind: 'http',
      url: 'uri',
      headers: 'headers',
      fixed: { type: 'streamable_http', name: entryName, description: 'The desktop', enabled: true, timeout: 300 },
    },
    starts: {
      command: 'cmd',
      args: 'args',
      env: 'envs',
      fixed: { type: 'stdio', name: entryName, description: 'The desktop', enabled: true, timeout: 300 },
    },
    file: ({ platform, home, config }) =>
      platform === 'win32'
        ? path.join(config, 'Block', 'goose', 'config', 'config.yaml')
        : path.join(platform === 'darwin' ? path.join(home, '.config') : config, 'goose', 'config.yaml'),
    program: 'goose',
    next: 'Start a new session of goose.',
    link: ({ url, token }) => {
      const query = new URLSearchParams({ id: entryName, name: entryName, description: 'The desktop', url });
      query.append('header', `Authorization=${encodeURIComponent(`Bearer ${token}`)}`);
      return `goose://extension?${query.toString()}`;
    },
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    format: 'jsonc',
    servers: 'mcp',
    shape: { ...plain, fixed: { type: 'remote', enabled: true, timeout: 300_000 } },
    program: 'opencode',
    starts: {
      command: 'command',
      args: null,
      env: 'environment',
      fixed: { type: 'local', enabled: true, timeout: 300_000 },
    },
    file: (places) => {
      const [preferred = '', ...more] = openCodeFiles(places);
      return [preferred, ...more].find((file) => existsSync(file)) ?? preferred;
    },
    others: openCodeFiles,
    next: 'Start opencode again.',
  },
  {
    id: 'cline',
    title: 'Cline CLI',
    format: 'jsonc',
    servers: 'mcpServers',
    shape: cline,
    program: 'cline',
    starts: { ...plainProgram, fixed: { disabled: false, timeout: 300 } },
    file: ({ home, variables }) =>
      variables['CLINE_MCP_SETTINGS_PATH'] ||
      path.join(clineData(home, variables), 'settings', 'cline_mcp_settings.json'),
    trace: ({ home, variables }) => variables['CLINE_DIR'] || path.join(home, '.cline'),
    next: 'Start cline again.',
  },
  {
    id: 'cline-vscode',
    title: 'Cline in VS Code',
    format: 'jsonc',
    servers: 'mcpServers',
    shape: cline,
    starts: { ...plainProgram, fixed: { disabled: false, timeout: 300 } },
    file: ({ config }) => {
      const storage = path.join(config, 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev');
      return path.join(storage, 'settings', 'cline_mcp_settings.json');
    },
    next: 'Cline connects at once: see its MCP servers.',
  },
  {
    id: 'nanocoder',
    title: 'nanocoder',
    format: 'json',
    servers: 'mcpServers',
    shape: { ...plain, fixed: { transport: 'http', enabled: true } },
    program: 'nanocoder',
    starts: { ...plainProgram, fixed: { transport: 'stdio', enabled: true } },
    file: (places) => path.join(nanocoderFolder(places), '.mcp.json'),
    next: 'Start nanocoder again.',
  },
  {
    id: 'continue',
    title: 'Continue CLI',
    format: 'yamlList',
    servers: 'mcpServers',
    shape: { kind: 'http', url: 'url', token: 'apiKey', fixed: { name: entryName, type: 'streamable-http' } },
    starts: { ...plainProgram, fixed: { name: entryName } },
    needsFile: true,
    program: 'cn',
    file: ({ home, variables }) =>
      path.join(variables['CONTINUE_GLOBAL_DIR'] || path.join(home, '.continue'), 'config.yaml'),
    next: 'Start cn again.',
  },
  {
    id: 'kiro',
    title: 'Kiro',
    format: 'jsonc',
    servers: 'mcpServers',
    shape: plain,
    file: ({ home }) => path.join(home, '.kiro', 'settings', 'mcp.json'),
    trace: ({ home }) => path.join(home, '.kiro'),
    next: 'Kiro connects at once: see its MCP servers.',
  },
  {
    id: 'lm-studio',
    title: 'LM Studio',
    format: 'jsonc',
    servers: 'mcpServers',
    shape: plain,
    file: ({ home }) => path.join(home, '.lmstudio', 'mcp.json'),
    next: 'Switch mcp/deskscope on in LM Studio’s chat.',
    link: (connection) => {
      const config = encodeURIComponent(base64(entryOf(plain, connection)));
      return `lmstudio://add_mcp?name=${entryName}&config=${config}`;
    },
  },
];

/** It merges them, and writes the first that exists (1.18.33). */
function openCodeFiles({ home, variables }: Places): readonly string[] {
  const folder = path.join(variables['XDG_CONFIG_HOME'] || path.join(home, '.config'), 'opencode');
  return ['opencode.jsonc', 'opencode.json', 'config.json'].map((name) => path.join(folder, name));
}

function clineData(home: string, variables: Places['variables']): string {
  return variables['CLINE_DATA_DIR'] || path.join(variables['CLINE_DIR'] || path.join(home, '.cline'), 'data');
}

function nanocoderFolder({ platform, home, config, variables }: Places): string {
  const preferences = platform === 'darwin' ? path.join(home, 'Library', 'Preferences') : config;
  return variables['NANOCODER_CONFIG_DIR'] || path.join(preferences, 'nanocoder');
}

function codexHome({ home, variables }: Places): string {
  return variables['CODEX_HOME'] || path.join(home, '.codex');
}

/**
 * Since 2026, its installer for Windows makes a package, which uses a separate folder instead of `%APPDATA%` from its
 * first start on: https://github.com/anthropics/claude-code/issues/26073.
 */
function claudeFolder({ platform, home, config, variables }: Places): string {
  const usual = path.join(config, 'Claude');
  if (platform !== 'win32') return usual;
  const packages = path.join(variables['LOCALAPPDATA'] || path.join(home, 'AppData', 'Local'), 'Packages');
  if (!existsSync(packages)) return usual;
  const names = readdirSync(packages).filter((name) => name.startsWith('Claude_'));
  const own = names.map((name) => path.join(packages, name, 'LocalCache', 'Roaming', 'Claude'));
  return own.find((folder) => existsSync(folder)) ?? usual;
}

function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64');
}
