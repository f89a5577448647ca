import { cpus, platform, release, totalmem } from 'node:os';
import { z } from 'zod';
import { harmlessJson } from '#contract/foreign-text';
import { toolType, type ToolType } from '#contract/model/tools/tool-call';
import { localServer } from './servers/local-servers.ts';
import type { McpServer } from './servers/server.ts';
import { offsetField, pageOf } from '../tools/answers/page.ts';
import { keyed } from '../tools/find-tool.ts';
import { listResult } from '../tools/list-result.ts';
import { defineTool, type Tool, type ToolDefinition, type ToolResult } from '../tools/define-tool.ts';
import { infoOf, type McpToolInfo } from './tool-call.ts';

/** The namespace of a Computer's own tools. */
export const metaNamespace = 'Computer';

/** The part of its Computer that a meta tool can see. */
export interface MetaContext {
  readonly name: string;
  /** Every current tool, in the order of registration. */
  readonly list: () => readonly McpToolInfo[];
}

/** A tool a Computer has without any server, as one literal; UFO's `@Computer.meta_tool`. It is there under both types. */
export interface MetaTool<In extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Its input; by default, any JSON under the names of `parameters`. */
  readonly input?: In;
  readonly parameters?: readonly string[];
  /** `observe` by default. */
  readonly effect?: ToolDefinition['effect'];
  run(computer: MetaContext, input: z.output<In>, signal: AbortSignal): unknown;
}

/** Checks the literal against its own schema type. */
export function defineMetaTool<In extends z.ZodObject>(tool: MetaTool<In>): MetaTool {
  return tool;
}

/** Which tools are asked for. */
export interface ToolFilter {
  readonly tool_type?: ToolType | null | undefined;
  readonly namespace?: string | null | undefined;
  /** Omits the Computer's own tools; true by default. */
  readonly remove_meta?: boolean | undefined;
}

/** The tools of this type and of this server. */
export function filtered(
  tools: readonly McpToolInfo[],
  { tool_type, namespace, remove_meta = true }: ToolFilter,
): readonly McpToolInfo[] {
  return tools
    .filter((tool) => !tool_type || tool.tool_type === tool_type)
    .filter((tool) => !namespace || tool.namespace === namespace)
    .filter((tool) => !remove_meta || tool.namespace !== metaNamespace);
}

const listTools = defineMetaTool({
  name: 'list_tools',
  title: 'List tools',
  description: 'List the tools of this computer, each with its key, namespace and schema.',
  input: z.object({
    tool_type: toolType.nullish().describe('Only those of this type.'),
    namespace: z.string().nullish().describe('Only those of this server.'),
    offset: offsetField('tools'),
    remove_meta: z.boolean().default(true).describe('Leave out tools such as this one.'),
  }),
  run: (computer, only) => filtered(computer.list(), only),
});

const getSystemInfo = defineMetaTool({
  name: 'get_system_info',
  title: 'Describe the machine',
  description: 'Say how many processors, how much memory and which system this machine has.',
  input: z.object({}),
  run: () => ({
    cpu_count: cpus().length,
    memory_gb: totalmem() / 1024 ** 3,
    platform: { linux: 'Linux', win32: 'Windows', darwin: 'Darwin' }[platform() as string] ?? platform(),
    release: release(),
  }),
});

const ping = defineMetaTool({
  name: 'ping',
  title: 'Ping',
  description: 'Answer pong.',
  input: z.object({}),
  run: () => 'pong',
});

export const metaTools: readonly MetaTool[] = [listTools, getSystemInfo, ping];

/** A program's own tools, which run in its process. */
export interface OwnServer {
  readonly namespace: string;
  readonly tools: readonly MetaTool[];
}

/** Meta tools as a server in memory, so that calls to them pass where all others pass. */
export function metaServer(computer: MetaContext, type: ToolType, tools: readonly MetaTool[]): McpServer {
  return ownServer(computer, type, { namespace: metaNamespace, tools });
}

/** A program's own tools as an in-memory server; tools that act are omitted under `data_collection`, with a warning. */
export function ownServer(computer: MetaContext, type: ToolType, { namespace, tools }: OwnServer): McpServer {
  const literals = tools.map((tool) => toTool(computer, namespace, tool.effect === 'act' ? 'action' : type, tool));
  return localServer(namespace, type, literals);
}

/** The tools plus the Computer's own, under both types. */
export function withMetaTools(tools: readonly Tool[]): readonly Tool[] {
  const list = () => [...keyed(tools)].map(([key, tool]) => ({ ...infoOf(tool), tool_key: key }));
  const own = toolType.options.flatMap((type) => metaServer({ name: 'deskscope', list }, type, metaTools).tools);
  return [...tools, ...own];
}

function toTool(computer: MetaContext, namespace: string, type: ToolType, tool: MetaTool): Tool {
  const { name, title, description, effect = 'observe', parameters: names = [] } = tool;
  const { input = anyOf(names) } = tool;
  return defineTool({
    name,
    title,
    description,
    input,
    effect,
    type,
    namespace,
    async run({ signal, room }, parameters) {
      const data: unknown = await tool.run(computer, parameters, signal);
      if (Array.isArray(data)) return wholeItems(data, Number(parameters['offset'] ?? 0), room);
      return typeof data === 'string' ? { text: data } : { text: harmlessJson(data), data };
    },
  });
}

function anyOf(names: readonly string[]): z.ZodObject {
  return z.object(Object.fromEntries(names.map((name) => [name, z.unknown().optional()])));
}

/** As many items of a list as fit, none of them shortened: a tool is described whole or not at all. */
function wholeItems(all: readonly unknown[], offset: number, room: number): ToolResult {
  const page = pageOf(all, (data) => ({ text: harmlessJson(data), data }), { what: 'items', offset, room });
  const items = page.items.map(({ data }) => data);
  return { ...listResult(items, page.note), jsonAlone: true };
}
