import { AppError, toWire } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { toolKey, toolType, type ToolType } from '#contract/model/tools/tool-call';
import type { Log } from '../base/log.ts';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import { createToolSession, type ToolSession } from '../tools/session/tool-session.ts';
import { keyAmong, namesOf, nearestKeys } from '../tools/find-tool.ts';
import { failedAction, type ActionResult, type McpToolCall, type McpToolInfo, type ToolRequest } from './tool-call.ts';
import { createCalls, type CallOptions } from './calls.ts';
import { runCommand, type Command, type CommandResult, type ToolBox } from './commands.ts';
import { loadConfig } from './config/load-config.ts';
import { anyAgent, type ComputerConfig, type ServerConfig } from './config/schema.ts';
import type { Variables } from './config/variables.ts';
import { openConnection, type Connection } from './connection.ts';
import {
  filtered,
  metaNamespace,
  metaServer,
  metaTools,
  ownServer,
  type MetaTool,
  type OwnServer,
  type ToolFilter,
} from './meta-tools.ts';
import type { McpServer } from './servers/server.ts';
import type { ServerManager, ServerProblem } from './servers/server-manager.ts';

export interface ComputerOptions {
  /** `agent::process::root`. */
  readonly name: string;
  /** The name under which its calls are made. */
  readonly agent: string;
  readonly config: ComputerConfig;
  readonly servers: ServerManager;
  /** Variables for added servers, as in a configuration; none by default. */
  readonly variables?: Variables;
  readonly runner: ToolRunner;
  /** The session of its tools; a new one by default. */
  readonly session?: ToolSession;
  readonly version: string;
  readonly log: Log;
  /** Answers are for a program, and are not cut to a model's limit. */
  readonly whole?: boolean | undefined;
}

export interface ComputerServer {
  readonly namespace: string;
  readonly tool_type: ToolType;
  readonly kind: McpServer['kind'];
}

/** A server added by a program: as in a configuration, or the program's own tools. */
export type AddedServer = Readonly<Record<string, unknown>> | OwnServer;

/** One namespace of tools for one agent in one app, with its own servers, session and queue; UFO's `Computer`. */
export interface Computer {
  readonly name: string;
  readonly config: ComputerConfig;
  readonly session: ToolSession;
  /** Servers and tools that are missing, and why. */
  readonly problems: readonly ServerProblem[];
  /** The connected servers of the configuration, and the added ones. */
  servers(): readonly ComputerServer[];
  /** Every tool, meta tools included. */
  tools(): readonly McpToolInfo[];
  /** UFO's `list_tools`: without meta tools, unless they are asked for. */
  listTools(only?: ToolFilter): readonly McpToolInfo[];
  /**
   * A call of a tool, ready to run; UFO's `command2tool`.
   * @throws AppError `not_found` with the nearest keys
   */
  toolCall(key: string, parameters?: Readonly<Record<string, unknown>> | null): McpToolCall;
  /**
   * The tool of an action as UFO's document writes it: `click_input`, `gui_automator.click_input`. A bare name is
   * looked up among actions first.
   * @throws AppError `not_found`, in the document's words
   */
  getTool(action: string): McpToolCall;
  /** One command of either shape; the document's `execute_command`. Never throws. */
  executeCommand(command: Command, options?: CallOptions): Promise<CommandResult>;
  /**
   * Runs calls one after the other, each with its own parameters. Ten calls of a Computer run at once, others wait.
   * Never throws: a failure is a result with `is_error`, and later calls still run.
   */
  runActions(calls: readonly ToolRequest[], options?: CallOptions): Promise<readonly ActionResult[]>;
  /**
   * Adds a tool of the Computer itself, under both types, or under those where its name is free; a tool that acts, only
   * as an action.
   */
  metaTool(tool: MetaTool): Promise<void>;
  /**
   * Adds a server to those of the configuration. From then on it is closed with the Computer; a reset reopens it,
   * unless it was passed in already open.
   * @throws AppError `invalid_parameter` for another type, or with the lines to mend; why it cannot be opened
   */
  addServer(server: McpServer | AddedServer, type: ToolType): Promise<void>;
  /** Closes the servers of a namespace and removes their tools. @throws AppError `not_found`, `invalid_parameter` */
  deleteServer(namespace: string, type?: ToolType): Promise<void>;
  /** Ends calls under way, closes every server and opens them again; nothing is remembered. */
  reset(): Promise<void>;
  /** Ends calls under way and closes every server. */
  close(): Promise<void>;
}

/** Opens all servers at once. One that fails is among the `problems`. */
export async function createComputer(options: ComputerOptions): Promise<Computer> {
  const { name, config, servers, variables = {}, ...calling } = options;
  const session = options.session ?? createToolSession();
  const registry = createToolRegistry();
  const connections = new Set<Connection>();
  const own: MetaTool[] = [...metaTools];
  const added: Added[] = [];
  const problems: ServerProblem[] = [];
  let calls = createCalls(config);
  const meta = { name, list: () => registry.entries().map(({ info }) => info) };

  async function add(server: McpServer, type: ToolType): Promise<void> {
    const connection = await openConnection(server, type, { ...options, session });
    connections.add(connection);
    for (const info of connection.tools) {
      if (registry.add({ info, connection })) continue;
      const holder = registry.find(info.tool_key)?.info.namespace ?? '';
      const message = `Tool ${info.tool_key} is already registered by ${holder}. Skipping registration.`;
      problems.push({ namespace: server.namespace, tool_type: type, message });
    }
  }

  async function addMeta(tools: readonly MetaTool[]): Promise<void> {
    for (const type of toolType.options) await add(metaServer(meta, type, tools), type);
  }

  async function openAdded({ server, type }: Added): Promise<void> {
    const opened = isOwn(server)
      ? ownServer(meta, type, server)
      : await servers.openOne(type, await serverIn(server, type, variables), config);
    for (const message of opened.warnings) problems.push({ namespace: opened.namespace, tool_type: type, message });
    await add(opened, type);
  }

  async function openAnew(one: Added): Promise<void> {
    try {
      await openAdded(one);
    } catch (error) {
      problems.push({ namespace: namespaceIn(one), tool_type: one.type, message: toWire(error).message });
    }
  }

  async function open(): Promise<void> {
    const opened = await servers.open(config);
    problems.splice(0, problems.length, ...opened.problems);
    // One after the other: which of two tools with one name wins must not be a race.
    for (const { type, server } of opened.servers) await add(server, type);
    for (const one of added) await openAnew(one);
    await addMeta(own);
    for (const { namespace, message } of problems) options.log('warn', `${name}: ${namespace}: ${message}`);
  }

  async function shut(connection: Connection): Promise<void> {
    connections.delete(connection);
    registry.remove(connection);
    await connection.close();
  }

  async function end(why: string): Promise<void> {
    calls.end(why);
    await Promise.allSettled([...connections].map(shut));
  }

  function unknownTool(key: string, message = `Tool ${key} is not registered in current computer: ${name}`): AppError {
    const near = registry.near(key);
    return new AppError('not_found', message, {
      hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Call list_tools for what there is.',
      delivery: 'not_delivered',
      data: { near },
    });
  }

  async function runOne({ tool_key, parameters }: ToolRequest, options: CallOptions): Promise<ActionResult> {
    const entry = registry.find(tool_key);
    if (!entry) {
      // It finds nothing there, and so the wrong call is in the run as well.
      const caller = { kind: 'agent', name: calling.agent } as const;
      await calling.runner.run(tool_key, parameters ?? {}, { caller, session, tools: [] });
      return failedAction(unknownTool(tool_key));
    }
    const { connection, info } = entry;
    return calls.run({ ...options, connection, tool: info.tool_name, parameters: parameters ?? {} });
  }

  const toolBox: ToolBox = {
    toolCall(key, parameters = null) {
      const entry = registry.find(key);
      if (!entry) throw unknownTool(key);
      return { ...entry.info, parameters, mcp_server: entry.connection.server };
    },
    getTool(action) {
      const entry = registry.find(toolKey('action', action)) ?? registry.find(action);
      if (!entry) throw unknownTool(action, `Tool '${action}' not found in registry`);
      return { ...entry.info, parameters: null, mcp_server: entry.connection.server };
    },
    async runActions(requests, run = {}) {
      const results: ActionResult[] = [];
      for (const request of requests) results.push(await runOne(request, run));
      return results;
    },
  };

  await open();
  return {
    ...toolBox,
    name,
    config,
    session,
    problems,
    servers: () =>
      [...connections]
        .filter(({ server }) => server.namespace !== metaNamespace)
        .map(({ server, type }) => ({ namespace: server.namespace, tool_type: type, kind: server.kind })),
    tools: () => meta.list(),
    listTools: (only = {}) => filtered(meta.list(), only),
    executeCommand: (command, options = {}) => runCommand(() => toolBox, command, options),
    async metaTool(tool) {
      own.push(tool);
      await addMeta([tool]);
    },
    async addServer(server, type) {
      if (isOpen(server)) return add(server, checkedType(type));
      const one = { server, type: checkedType(type) };
      await openAdded(one);
      added.push(one);
    },
    async deleteServer(namespace, type) {
      if (type !== undefined) checkedType(type);
      const gone = [...connections].filter(
        (connection) => connection.server.namespace === namespace && (type === undefined || connection.type === type),
      );
      if (gone.length === 0) throw new AppError('not_found', `${name} has no server ${quoted(namespace)}.`);
      const left = added.filter((one) => namespaceIn(one) !== namespace || (type !== undefined && one.type !== type));
      added.splice(0, added.length, ...left);
      await Promise.all(gone.map(shut));
    },
    async reset() {
      await end('The computer was reset.');
      calls = createCalls(config);
      Object.assign(session, createToolSession());
      await open();
    },
    close: () => end('The computer was closed.'),
  };
}

interface Added {
  readonly server: AddedServer;
  readonly type: ToolType;
}

function namespaceIn({ server, type }: Added): string {
  const { namespace } = server;
  return typeof namespace === 'string' ? namespace : `default_${type}`;
}

function isOpen(server: McpServer | AddedServer): server is McpServer {
  return 'close' in server && typeof server['close'] === 'function';
}

function isOwn(server: AddedServer): server is OwnServer {
  return 'tools' in server && Array.isArray(server['tools']);
}

/** A server as a configuration has one. @throws AppError `invalid_parameter` with the lines to mend */
async function serverIn(server: AddedServer, type: ToolType, variables: Variables): Promise<ServerConfig> {
  const { config } = await loadConfig({ [`${type}_servers`]: [server] }, variables);
  const [read] = config[anyAgent]?.['default']?.[type] ?? [];
  if (!read) throw new AppError('invalid_parameter', 'It contains no server.');
  return read;
}

/** UFO's sentences. */
function checkedType(type: string): ToolType {
  const parsed = toolType.safeParse(type);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'invalid_parameter',
    type
      ? `Invalid tool type: ${type}. Must be one of data_collection or action.`
      : 'Tool type must be specified (i.e., data_collection or action).',
  );
}

interface Entry {
  readonly info: McpToolInfo;
  readonly connection: Connection;
}

/** The tools of one Computer by key. The first of a name keeps it; others are prefixed with their server: `S2.pid`. */
interface ToolRegistry {
  /** False if a server has two tools of one name. */
  add(entry: Entry): boolean;
  /** By every name that tools go by. */
  find(name: string): Entry | undefined;
  /** Keys that look like this name, nearest first. */
  near(name: string): readonly string[];
  /** In the order in which they came. */
  entries(): readonly Entry[];
  /** Removes the tools of one server. */
  remove(connection: Connection): void;
}

function createToolRegistry(): ToolRegistry {
  const byKey = new Map<string, Entry>();
  const entries = () => [...byKey.values()];
  return {
    entries,
    add(entry) {
      const holder = (key: string) => {
        const held = byKey.get(key);
        return held && named(held.info);
      };
      const key = keyAmong(named(entry.info), holder);
      if (key === null) return false;
      byKey.set(key, { ...entry, info: { ...entry.info, tool_key: key } });
      return true;
    },
    find: (name) => byKey.get(name) ?? entries().find(({ info }) => namesOf(named(info)).includes(name)),
    near: (name) =>
      nearestKeys(
        name,
        entries().map(({ info }) => named(info)),
      ),
    remove(connection) {
      for (const [key, entry] of byKey) if (entry.connection === connection) byKey.delete(key);
    },
  };
}

function named({ tool_type: type, namespace, tool_name: name }: McpToolInfo) {
  return { type, namespace, name };
}
