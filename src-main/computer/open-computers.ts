import type { SettingsChange } from '#contract/model/settings';
import type { Log } from '../base/log.ts';
import type { Tool } from '../tools/define-tool.ts';
import { agentTools } from '../tools/registry.ts';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import { createCommandRouter, type CommandRouter } from './command-router.ts';
import { createComputerManager, type ComputerManager } from './computer-manager.ts';
import { defaultConfig, loadConfig } from './config/load-config.ts';
import type { ParsedConfig } from './config/parse-config.ts';
import type { Variables } from './config/variables.ts';
import { watchConfig } from './config/watch-config.ts';
import { createLocalServers } from './servers/local-servers.ts';
import { createServerManager } from './servers/server-manager.ts';

export interface OpenComputersOptions {
  /** Watched: a change is taken over while agents work. Without a file the default configuration holds. */
  readonly file?: string;
  readonly variables: Variables;
  /** The servers of this process, one for each namespace; what agents may call where missing. */
  readonly tools?: readonly Tool[];
  readonly runner: ToolRunner;
  readonly version: string;
  /** Called with ignored keys and missing servers as well as with changes that cannot be used. */
  readonly log: Log;
}

export interface Computers {
  readonly manager: ComputerManager;
  readonly router: CommandRouter;
  /** Those that the file sets now, for whoever gave the runner. */
  settings(): SettingsChange;
  close(): Promise<void>;
}

/**
 * Everything an agent needs to run commands.
 * @throws AppError `file_error`, `invalid_parameter` with the lines to mend
 */
export async function openComputers(options: OpenComputersOptions): Promise<Computers> {
  const { file, variables, tools = agentTools, runner, version, log } = options;
  const servers = createServerManager({ local: createLocalServers(tools), version });
  const read: ParsedConfig = file
    ? await loadConfig(file, variables)
    : { config: defaultConfig(), warnings: [], settings: {} };
  const warn = ({ warnings }: ParsedConfig) => warnings.forEach((warning) => log('warn', warning));
  warn(read);
  let { settings } = read;
  const manager = createComputerManager({ config: read.config, servers, runner, version, log });
  const watching =
    file &&
    watchConfig(file, {
      variables,
      onConfig(changed) {
        warn(changed);
        settings = changed.settings;
        void manager.apply(changed.config);
      },
      onBroken: (error) => log('error', `the change of ${file} is not used`, error),
    });
  return {
    manager,
    router: createCommandRouter(manager),
    settings: () => settings,
    async close() {
      if (watching) watching.dispose();
      await manager.reset();
    },
  };
}
