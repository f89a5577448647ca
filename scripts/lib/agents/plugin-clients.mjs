import { messages, responses } from './dialects.mjs';

/**
 * A client that installs the plugin, by its own commands.
 * @typedef {object} PluginClient
 * @property {import('./clients.mjs').Agent['id']} id
 * @property {(checkout: string) => readonly string[][]} install
 * @property {readonly string[]} list
 * @property {readonly string[][]} remove
 * @property {import('./dialects.mjs').Dialect} dialect
 * @property {(task: string) => string[]} args
 */

const plugin = 'deskscope@deskscope';
const claudeServer = 'mcp__plugin_deskscope_deskscope';

/** @type {readonly PluginClient[]} */
export const pluginClients = [
  {
    id: 'codex',
    install: (checkout) => [
      ['plugin', 'marketplace', 'add', checkout],
      ['plugin', 'add', plugin],
    ],
    list: ['plugin', 'list'],
    remove: [
      ['plugin', 'remove', plugin],
      ['plugin', 'marketplace', 'remove', 'deskscope'],
    ],
    dialect: responses('mcp__deskscope'),
    args: (task) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', task],
  },
  {
    id: 'claude-code',
    install: (checkout) => [
      ['plugin', 'marketplace', 'add', checkout],
      ['plugin', 'install', plugin],
    ],
    list: ['plugin', 'list'],
    remove: [
      ['plugin', 'uninstall', plugin],
      ['plugin', 'marketplace', 'remove', 'deskscope'],
    ],
    dialect: messages(`${claudeServer}__`),
    args: (task) => ['-p', task, '--allowedTools', claudeServer, '--model', 'claude-sonnet-4-5'],
  },
  // It reads the portable form, from its path.
  {
    id: 'copilot-cli',
    install: (checkout) => [
      ['plugin', 'marketplace', 'add', checkout],
      ['plugin', 'install', plugin],
    ],
    list: ['plugin', 'list'],
    remove: [
      ['plugin', 'uninstall', plugin],
      ['plugin', 'marketplace', 'remove', 'deskscope'],
    ],
    dialect: messages('deskscope-'),
    args: (task) => ['-p', task, '--allow-all-tools'],
  },
];
