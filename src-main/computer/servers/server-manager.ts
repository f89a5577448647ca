import type { Tool as WireTool } from '@modelcontextprotocol/client';
import type { ToolType } from '#contract/model/tools/tool-call';
import { toWire } from '#contract/errors';
import type { ComputerConfig, RemoteConfig, ServerConfig } from '../config/schema.ts';
import { grantedMs, timeoutMsOf } from '../calls.ts';
import { deadlineOf, type Effect, type Tool } from '../../tools/define-tool.ts';
import { connect } from './connect.ts';
import { foreignTool, graceMs, onlyLooks, saysItActs } from './foreign-tool.ts';
import type { LocalServers } from './local-servers.ts';
import { openRemote, type Remote } from './remote.ts';
import type { McpServer } from './server.ts';

/** A server that is not there, or not whole, and why. */
export interface ServerProblem {
  readonly namespace: string;
  readonly tool_type: ToolType;
  readonly message: string;
}

export interface OpenServers {
  /** In the order of the configuration. */
  readonly servers: readonly { readonly type: ToolType; readonly server: McpServer }[];
  readonly problems: readonly ServerProblem[];
}

/** UFO's `MCPServerManager`: opens configured servers, and shares those that need no reset between Computers. */
export interface ServerManager {
  /** Opens all servers of a Computer at once; a failure is recorded as a problem, and does not affect the others. */
  open(config: ComputerConfig): Promise<OpenServers>;
  /** Opens one more, with the limits of a Computer. @throws AppError with the reason of the failure */
  openOne(type: ToolType, config: ServerConfig, limits: ComputerConfig): Promise<McpServer>;
}

interface Shared {
  readonly remote: Promise<Remote>;
  users: number;
}

export function createServerManager(options: {
  readonly local: LocalServers;
  readonly version: string;
}): ServerManager {
  const { local, version } = options;
  const shared = new Map<string, Shared>();

  function start(namespace: string, config: RemoteConfig): Promise<Remote> {
    return openRemote(namespace, () => connect(config, version));
  }

  /** The server and how to give it back; the last user ends it. */
  async function borrow(namespace: string, config: RemoteConfig): Promise<Remote> {
    if (config.reset) return start(namespace, config);
    const key = JSON.stringify([namespace, { ...config, effect: undefined }]);
    const entry = shared.get(key) ?? { remote: start(namespace, config), users: 0 };
    shared.set(key, entry);
    entry.users++;
    const giveBack = async () => {
      if (--entry.users > 0) return;
      if (shared.get(key) === entry) shared.delete(key);
      await entry.remote.then((remote) => remote.close()).catch(() => undefined);
    };
    try {
      return { ...(await entry.remote), close: giveBack };
    } catch (error) {
      await giveBack();
      throw error;
    }
  }

  async function openOne(type: ToolType, config: ServerConfig, limits: ComputerConfig): Promise<McpServer> {
    const namespace = namespaceOf(type, config);
    if (config.type === 'local') return withLimits(local.get(namespace, type, config.module), limits);
    const remote = await borrow(namespace, config);
    const timeoutMs = (tool: string) => timeoutMsOf(limits, tool);
    const fit = remote.tools.filter((tool) => type === 'action' || onlyLooks(tool, config.effect));
    const leftOut = remote.tools.filter((tool) => !fit.includes(tool));
    return {
      namespace,
      kind: config.type,
      tools: fit.map((tool) => foreignTool(tool, remote, { namespace, type, effect: config.effect, timeoutMs })),
      warnings: whyLeftOut(leftOut, config.effect),
      close: once(() => remote.close()),
    };
  }

  return {
    openOne,
    async open(config) {
      const wanted = (['data_collection', 'action'] as const).flatMap((type) =>
        config[type].map((server) => ({ type, config: server })),
      );
      const opened = await Promise.allSettled(wanted.map((one) => openOne(one.type, one.config, config)));
      const problems: ServerProblem[] = [];
      const servers = opened.flatMap((outcome, index) => {
        const { type, config: server } = wanted[index] as (typeof wanted)[number];
        const place = { namespace: namespaceOf(type, server), tool_type: type };
        if (outcome.status === 'fulfilled') {
          problems.push(...outcome.value.warnings.map((message) => ({ ...place, message })));
          return { type, server: outcome.value };
        }
        const { message, hint } = toWire(outcome.reason);
        problems.push({ ...place, message: `${message} ${hint}` });
        return [];
      });
      return { servers, problems };
    },
  };
}

/** Our own tools do not take the values that the configuration adds to a call. */
function withLimits(server: McpServer, limits: ComputerConfig): McpServer {
  return { ...server, tools: server.tools.map((tool) => withLimit(tool, grantedMs(limits, tool.name))) };
}

function withLimit(tool: Tool, granted: number | undefined): Tool {
  if (granted === undefined) return tool;
  return { ...tool, deadlineMs: (input) => Math.max(deadlineOf(tool, input), granted + graceMs) };
}

/** The warning for a server configured for collecting data. */
function whyLeftOut(tools: readonly WireTool[], effect: Effect | undefined): readonly string[] {
  const declaresAct = (tool: WireTool) => effect === 'act' || saysItActs(tool);
  const acting = namesOf(tools.filter(declaresAct));
  const silent = namesOf(tools.filter((tool) => !declaresAct(tool)));
  return [
    ...(acting ? [`${acting} act, so they belong under “action”.`] : []),
    ...(silent
      ? [
          `${silent} do not say whether they change anything, so they are left out here: write “effect: observe” where you know that none does, or put the server under “action”.`,
        ]
      : []),
  ];
}

function namesOf(tools: readonly WireTool[]): string {
  return tools.map(({ name }) => name).join(', ');
}

/** UFO's defaults. */
function namespaceOf(type: ToolType, { namespace }: ServerConfig): string {
  return namespace ?? `default_${type}`;
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}
