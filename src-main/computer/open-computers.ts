import type { SettingsChange } from '#contract/model/settings';
import type { Log } from '../base/log.ts';
import type { Tool } from '../tools/define-tool.ts';
import { agentTools } from '../tools/registry.ts';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import type { Disposable } from '../base/async/disposable.ts';
import { watchFile } from '../base/files/watch-file.ts';
import { createComputerManager, type ComputerManager, type ComputerPlace } from './computer-manager.ts';
import { defaultConfig, loadConfig, readConfig } from './config/load-config.ts';
import { type ParsedConfig, parseConfig } from './config/parse-config.ts';
import { ensureMayStart, type MayStart } from './config/starts.ts';
import type { AgentsConfig } from './config/schema.ts';
import type { Variables } from './config/variables.ts';
import { createLocalServers } from './servers/local-servers.ts';
import { createServerManager } from './servers/server-manager.ts';
import { failedAction, type ActionResult, type ToolRequest } from './tool-call.ts';
import type { CallOptions } from './calls.ts';
import { isDocumentShape, runCommand, skippedResult, type Command, type CommandResult } from './commands.ts';

export interface OpenComputersOptions {
  /**
   * A watched path: changes apply while agents work. Or the content of a file, as an object. By default, the built-in
   * configuration.
   */
  readonly file?: string | Readonly<Record<string, unknown>>;
  readonly variables: Variables;
  /** The servers of this process, one per namespace; by default, the tools that agents may call. */
  readonly tools?: readonly Tool[];
  readonly runner: ToolRunner;
  readonly version: string;
  /** Decides before anything that the configuration names is started or connected to; again for each change of it. */
  readonly mayStart: MayStart;
  /** Ends the question about it. */
  readonly signal?: AbortSignal;
  /** Answers are for a program, and are not cut to a model's limit. */
  readonly whole?: boolean;
  /** Called with ignored keys and missing servers as well as with changes that cannot be used. */
  readonly log: Log;
  /** Called after a change of the file, with the reason if it is rejected. */
  readonly changed?: (broken?: unknown) => void;
  /** Called when a Computer of a client (without a name: of the caller that opened them) opens or closes. */
  readonly used?: (manager: ComputerManager, client?: string) => void;
}

/** The Computers of one client, apart from other clients' windows and servers. */
export interface ClientComputers {
  readonly manager: ComputerManager;
  readonly router: CommandRouter;
  /** Ends their calls, and closes them. */
  close(): Promise<void>;
}

export interface Computers extends ClientComputers {
  /** The file's current content. */
  config(): AgentsConfig;
  /** The file's current settings, for the caller that provided the runner. */
  settings(): SettingsChange;
  /** The file's unknown keys. */
  warnings(): readonly string[];
  /** Computers for one client, whose name its calls are made in. They share servers with the others where these may be shared. */
  forClient(name: string): ClientComputers;
}

/**
 * Everything an agent needs to run commands.
 * @throws AppError `file_error`, `invalid_parameter` with the lines to mend; as `mayStart` does
 */
export async function openComputers(options: OpenComputersOptions): Promise<Computers> {
  const { file, variables, tools = agentTools, runner, version, log, mayStart, whole = false } = options;
  const servers = createServerManager({ local: createLocalServers(tools), version });
  const warn = ({ warnings }: ParsedConfig) => warnings.forEach((warning) => log('warn', warning));
  let read: ParsedConfig = file ? await loadConfig(file, variables) : noFile();
  warn(read);
  const ended = new AbortController();
  const ensure = (config: ParsedConfig, signal: AbortSignal) =>
    ensureMayStart(config, { file: typeof file === 'string' ? file : 'of this program', mayStart, signal });
  await ensure(read, options.signal ?? ended.signal);
  const managers = new Set<ComputerManager>();

  function open(caller?: string): ClientComputers {
    const config = agentsOf(read);
    const manager: ComputerManager = createComputerManager({
      changed: () => options.used?.(manager, caller),
      config,
      servers,
      variables,
      runner,
      version,
      log,
      whole,
      ...(caller !== undefined && { caller }),
    });
    managers.add(manager);
    return {
      manager,
      router: createCommandRouter(manager),
      async close() {
        managers.delete(manager);
        await manager.reset();
      },
    };
  }

  const own = open();
  const watching =
    typeof file === 'string' &&
    watchConfig(file, {
      variables,
      async onConfig(changed) {
        warn(changed);
        await ensure(changed, ended.signal);
        read = changed;
        const config = agentsOf(read);
        await Promise.all([...managers].map((manager) => manager.apply(config)));
        options.changed?.();
      },
      onBroken(error) {
        log('error', `the change of ${file} is not used`, error);
        options.changed?.(error);
      },
    });
  return {
    manager: own.manager,
    router: own.router,
    config: () => agentsOf(read),
    settings: () => read.settings,
    warnings: () => read.warnings,
    forClient: open,
    async close() {
      ended.abort();
      if (watching) watching.dispose();
      await Promise.all([...managers].map((manager) => manager.reset()));
      managers.clear();
    },
  };
}

function noFile(): ParsedConfig {
  return { config: {}, warnings: [], settings: {}, text: '' };
}

/** A file with settings only has no agents. */
function agentsOf({ config }: ParsedConfig): AgentsConfig {
  return Object.keys(config).length > 0 ? config : defaultConfig();
}

interface WatchOptions {
  readonly variables: Variables;
  /** Called whenever the file was written; it may say the same as before. Rejects where it should not be used. */
  readonly onConfig: (parsed: ParsedConfig) => Promise<void>;
  /** Called with the reason why a change is rejected; the previous content still applies. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * Reads a configuration again whenever it changes.
 * @throws AppError if the folder cannot be watched
 */
function watchConfig(file: string, options: WatchOptions): Disposable {
  let before = '';
  let reading = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const text = await readConfig(file);
      if (text === before) return;
      before = text;
      await options.onConfig(parseConfig(text, { file, variables: options.variables }));
    } catch (error) {
      options.onBroken(error);
    }
  }

  return watchFile(file, () => void (reading = reading.then(look)), options.onBroken);
}

interface ExecuteOptions {
  /**
   * After a failure the rest is skipped. Default: as UFO's program does, true; but commands that all have `action` go on,
   * as in its document.
   */
  readonly earlyExit?: boolean;
  readonly signal?: AbortSignal;
}

/** Sends commands to the Computer they are for, one after the other; UFO's `CommandRouter`. */
export interface CommandRouter {
  /** As many results as commands, in their order; never throws. A command that cannot be run is one failed result. */
  execute(
    agent: string,
    process: string | null,
    root: string | null,
    commands: readonly Command[],
    options?: ExecuteOptions,
  ): Promise<readonly CommandResult[]>;
  /** One call, with the server's answer. Never throws. */
  call(place: ComputerPlace, request: ToolRequest, options?: CallOptions): Promise<ActionResult>;
}

export function createCommandRouter(computers: ComputerManager): CommandRouter {
  return {
    async execute(agent, process, root, commands, { signal, ...options } = {}) {
      const { earlyExit = !commands.every(isDocumentShape) } = options;
      const results: CommandResult[] = [];
      for (const given of commands) {
        const hasFailed = results.some(({ status }) => status === 'failure');
        results.push(
          earlyExit && hasFailed
            ? skippedResult(given)
            : await runCommand(() => computers.getOrCreate({ agent, process, root }), given, {
                ...(signal && { signal }),
              }),
        );
      }
      return results;
    },
    async call(place, request, options) {
      try {
        const computer = await computers.getOrCreate(place);
        const [result] = await computer.runActions([request], options);
        return result as ActionResult;
      } catch (error) {
        return failedAction(error);
      }
    },
  };
}
