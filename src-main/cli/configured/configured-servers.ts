import type { SettingsChange } from '#contract/model/settings';
import { loadConfig } from '../../computer/config/load-config.ts';
import { ensureMayStart, type MayStart } from '../../computer/config/starts.ts';
import { configFor } from '../../computer/config/select.ts';
import { withMetaTools } from '../../computer/meta-tools.ts';
import { createLocalServers } from '../../computer/servers/local-servers.ts';
import { createServerManager } from '../../computer/servers/server-manager.ts';
import type { Tool } from '../../tools/define-tool.ts';
import { agentTools } from '../../tools/registry.ts';
import type { Context } from '../command.ts';
import { noticeOf } from './configured-computers.ts';

export interface ConfiguredServers {
  /** Missing if the file has settings alone: then there are no others than ours. */
  readonly tools?: readonly Tool[];
  readonly settings: SettingsChange;
  close(): Promise<void>;
}

/**
 * Opens the servers of a configuration, those of one agent where it is named. What is ignored or missing is reported on
 * standard error.
 * @throws AppError `file_error`, `invalid_parameter` with the lines to mend, `not_found` for the agent,
 *   `permission_denied` for what nobody allowed to start
 */
export async function openConfiguredServers(
  file: string,
  {
    agent,
    root,
    mayStart,
  }: { readonly agent: string | undefined; readonly root: string | undefined; readonly mayStart: MayStart },
  { streams, variables, version, signal }: Context,
): Promise<ConfiguredServers> {
  const notify = (line: string) => streams.err.write(`${line}\n`);
  const read = await loadConfig(file, variables);
  const { config, warnings, settings } = read;
  warnings.forEach(notify);
  if (Object.keys(config).length === 0 && agent === undefined) return { settings, close: () => Promise.resolve() };
  await ensureMayStart(read, { file, mayStart, signal });
  const manager = createServerManager({ local: createLocalServers(agentTools), version });
  streams.err.write(noticeOf(config, agent, file));
  const opened = await manager.open(configFor(config, { agent: agent ?? null, root }));
  for (const { namespace, message } of opened.problems) notify(`${namespace}: ${message}`);
  return {
    tools: withMetaTools(opened.servers.flatMap(({ server }) => server.tools)),
    settings,
    close: async () => {
      await Promise.all(opened.servers.map(({ server }) => server.close()));
    },
  };
}
