import { loadConfig } from '../computer/config/load-config.ts';
import { serversOf } from '../computer/config/merge.ts';
import { createLocalServers } from '../computer/servers/local-servers.ts';
import { createServerManager, type OpenServers } from '../computer/servers/server-manager.ts';
import type { Tool } from '../mcp/define-tool.ts';
import { agentTools } from '../mcp/registry.ts';
import type { Settings } from '#contract/model/settings';
import type { Args, Options } from './args.ts';
import type { Context } from './command.ts';
import { UsageError } from './usage-error.ts';

export const configOptions: Options = {
  config: { type: 'string', value: 'FILE.yaml', help: 'The tools of the servers in this file: docs/computer.md.' },
  agent: { type: 'string', value: 'NAME', help: 'With --config: of this agent; of every agent where missing.' },
  root: { type: 'string', value: 'APP', help: 'With --agent: for this app, e.g. WINWORD.EXE.' },
};

export const allowCommandOption: Options = {
  'allow-command': {
    type: 'string',
    value: 'NAME,…',
    help: 'Programs that run_shell may start beside the usual ones.',
  },
};

export function allowedCommands(args: Args): Partial<Settings> {
  const names = args.text('allow-command')?.split(',');
  return names ? { allowedCommands: names.map((name) => name.trim()).filter(Boolean) } : {};
}

/**
 * Opens the servers of `--config` for as long as `use` works with their tools; without it there are none of its own. What is
 * ignored or missing is told on standard error.
 * @throws AppError `file_error`, `invalid_parameter` with the lines to mend, `not_found` for the agent
 */
export async function withConfiguredTools<T>(
  context: Context,
  args: Args,
  use: (tools: readonly Tool[] | undefined) => Promise<T>,
): Promise<T> {
  const file = args.text('config');
  const agent = args.text('agent');
  const root = args.text('root');
  if (file === undefined && agent !== undefined) throw new UsageError('--agent belongs to --config.');
  if (agent === undefined && root !== undefined) throw new UsageError('--root belongs to --agent.');
  if (file === undefined) return use(undefined);

  const tell = (line: string) => context.streams.err.write(`${line}\n`);
  const { config, warnings } = await loadConfig(file, context.variables);
  warnings.forEach(tell);
  const manager = createServerManager({ local: createLocalServers(agentTools), version: context.version });
  const opened = await manager.open(serversOf(config, { ...(agent !== undefined && { agent }), root }));
  try {
    for (const { namespace, message } of opened.problems) tell(`${namespace}: ${message}`);
    return await use(firstOfEachName(opened, tell));
  } finally {
    await Promise.all(opened.servers.map(({ server }) => server.close()));
  }
}

/** MCP knows tools by their bare names. */
function firstOfEachName({ servers }: OpenServers, tell: (line: string) => void): readonly Tool[] {
  const byName = new Map<string, Tool>();
  for (const tool of servers.flatMap(({ server }) => server.tools)) {
    const first = byName.get(tool.name);
    if (!first) byName.set(tool.name, tool);
    else tell(`${tool.namespace}: ${tool.name} is left out: ${first.namespace} has a tool of that name.`);
  }
  return [...byName.values()];
}
