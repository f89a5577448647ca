/**
 * `server.mjs SET`: MCP on standard input and output, from the running Deskscope app where there is one, so that the user can
 * be asked, else from a server of its own that only looks. Clients copy this folder, so the checkout it came from is looked up.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const [, , set = 'core'] = process.argv;
const root = checkouts().find((folder) => existsSync(path.join(folder, 'bin', 'deskscope.cjs')));
const [command, args, variables] = root ? inCheckout(root) : ['deskscope', ['mcp', '--stdio', '--tools', set], {}];

const server = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...variables } });
server.on('error', () => {
  process.stderr.write(
    'Deskscope was not found. Set DESKSCOPE_HOME to its checkout, or put it on the PATH: `node bin/deskscope.cjs path --help`.\n',
  );
  process.exitCode = 1;
});
server.on('exit', (code) => (process.exitCode ??= code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));

/** Where this folder may have been copied from, likeliest first. */
function checkouts() {
  const above = (levels) => path.resolve(here, ...Array(levels).fill('..'));
  const marketplaces = [
    // Claude Code: plugins/cache/MARKETPLACE/PLUGIN/VERSION beside known_marketplaces.json.
    ...claudeMarketplaces(path.join(above(4), 'known_marketplaces.json')),
    // Codex: the same in its home, beside config.toml.
    ...codexMarketplaces(path.join(above(5), 'config.toml')),
  ];
  return [process.env.DESKSCOPE_HOME, above(2), ...marketplaces].filter((folder) => typeof folder === 'string');
}

function claudeMarketplaces(file) {
  try {
    return Object.values(JSON.parse(readFileSync(file, 'utf8'))).map(({ installLocation }) => installLocation);
  } catch {
    return [];
  }
}

function codexMarketplaces(file) {
  try {
    return [...readFileSync(file, 'utf8').matchAll(/^source\s*=\s*"((?:[^"\\]|\\.)*)"/gm)].map(([, source]) =>
      JSON.parse(`"${source}"`),
    );
  } catch {
    return [];
  }
}

function inCheckout(folder) {
  const endpoint = endpointOfApp();
  if (endpoint) {
    const variables = { DESKSCOPE_URL: `${endpoint.url}/${set}`, DESKSCOPE_TOKEN: endpoint.token };
    return [process.execPath, [path.join(folder, 'out', 'main', 'bridge.js')], variables];
  }
  const tools = set === 'core' ? [] : ['--tools', set];
  return [process.execPath, [path.join(folder, 'bin', 'deskscope.cjs'), 'mcp', '--stdio', ...tools], {}];
}

/** What the running app wrote down; null where none runs. */
function endpointOfApp() {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  const config = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME || path.join(homedir(), '.config');
  try {
    const said = JSON.parse(readFileSync(path.join(config ?? '', 'deskscope', 'mcp-endpoint.json'), 'utf8'));
    return typeof said.url === 'string' && typeof said.token === 'string' ? said : null;
  } catch {
    return null;
  }
}
