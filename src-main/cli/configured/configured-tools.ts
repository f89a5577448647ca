import path from 'node:path';
import type { Tool } from '../../tools/define-tool.ts';
import type { SettingsChange } from '#contract/model/settings';
import { profileFolder } from '../../base/files/profile-folder.ts';
import { allowedServers, allowServers, refuseServers, type MayStart } from '../../computer/config/starts.ts';
import { type Args, type Options, UsageError } from '../args.ts';
import type { Context } from '../command.ts';

export const launchOptions: Options = {
  'allow-launch': {
    type: 'boolean',
    help: 'With --config: allow the programs and machines in the file. Read it first.',
  },
};

export const configOptions: Options = {
  ...launchOptions,
  config: { type: 'string', value: 'FILE.yaml', help: 'Tools of the servers in this file (docs/computer.md).' },
  agent: { type: 'string', value: 'NAME', help: 'With --config: only this agent; default: every agent.' },
  root: { type: 'string', value: 'APP', help: 'With --agent: for this app, such as WINWORD.EXE.' },
};

export const allowOptions: Options = {
  'allow-command': {
    type: 'string',
    value: 'NAME,…',
    help: 'Additional programs for run_shell.',
  },
  'allow-folder': { type: 'string', value: 'PATH,…', help: 'Folders for the file_ops tools.' },
};

/** The command line's permissions for this run. */
export function allowedHere(args: Args): SettingsChange {
  const allowedCommands = listIn(args.text('allow-command'));
  const allowedFolders = listIn(args.text('allow-folder'))?.map((folder) => path.resolve(folder));
  return { ...(allowedCommands && { allowedCommands }), ...(allowedFolders && { allowedFolders }) };
}

function listIn(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Nobody is asked here: the flag, or an earlier answer in the app, allows what the configuration starts. */
export function mayStartHere(args: Args, { variables }: Pick<Context, 'variables'>): MayStart {
  if (args.flag('allow-launch')) return allowServers;
  return refuseServers(allowedServers(profileFolder(variables)), 'add --allow-launch');
}

/** Which file, and whose tools in it. */
export interface ConfigPlace {
  readonly file: string | undefined;
  readonly agent: string | undefined;
  readonly root: string | undefined;
}

/** @throws UsageError */
export function configPlace(args: Args): ConfigPlace {
  const place = { file: args.text('config'), agent: args.text('agent'), root: args.text('root') };
  if (place.file === undefined && place.agent !== undefined) throw new UsageError('--agent belongs to --config.');
  if (place.agent === undefined && place.root !== undefined) throw new UsageError('--root belongs to --agent.');
  return place;
}

/**
 * Opens the servers of `--config` for as long as `use` works with their tools, of which several may have one name; without it,
 * and where the file has settings alone, there are none of its own. What is ignored or missing is reported on standard error.
 * @throws AppError `file_error`, `invalid_parameter` with the lines to mend, `not_found` for the agent,
 *   `permission_denied` for what nobody allowed to start
 */
export async function withConfiguredTools<T>(
  context: Context,
  args: Args,
  use: (tools: readonly Tool[] | undefined, settings: SettingsChange) => Promise<T>,
): Promise<T> {
  const { file, agent, root } = configPlace(args);
  if (file === undefined) return use(undefined, {});

  // With it comes MCP, which no other command needs.
  const { openConfiguredServers } = await import('./configured-servers.ts');
  const opened = await openConfiguredServers(file, { agent, root, mayStart: mayStartHere(args, context) }, context);
  try {
    return await use(opened.tools, opened.settings);
  } finally {
    await opened.close();
  }
}
