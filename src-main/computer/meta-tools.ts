import { cpus, platform, release, totalmem } from 'node:os';
import { z } from 'zod';
import { harmlessJson } from '#contract/foreign-text';
import { toolType, type ToolType } from '#contract/model/tool-call';
import { localServer } from './servers/local-servers.ts';
import type { McpServer } from './servers/server.ts';
import { offsetField, pageOf } from '../tools/answers/page.ts';
import { listResult } from '../tools/list-result.ts';
import { defineTool, type Tool, type ToolDefinition, type ToolResult } from '../tools/define-tool.ts';
import { infoOf, type McpToolInfo } from './tool-call.ts';

/** The namespace of the tools that are a Computer's own. */
export const metaNamespace = 'Computer';

/** What a meta tool may know of its Computer. */
export interface MetaContext {
  readonly name: string;
  /** Every tool there is now, in the order of registration. */
  readonly list: () => readonly McpToolInfo[];
}

/** A tool a Computer has without any server, as one literal; UFO's `@Computer.meta_tool`. It is there under both types. */
export interface MetaTool<In extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What it takes; where missing, any JSON under the names of `parameters`. */
  readonly input?: In;
  readonly parameters?: readonly string[];
  /** `observe` where missing. */
  readonly effect?: ToolDefinition['effect'];
  run(computer: MetaContext, input: z.output<In>, signal: AbortSignal): unknown;
}

/** Checks the literal against its own schema type. */
export function defineMetaTool<In extends z.ZodObject>(tool: MetaTool<In>): MetaTool {
  return tool;
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
  run: (computer, { tool_type, namespace, remove_meta }) =>
    computer
      .list()
      .filter((tool) => !tool_type || tool.tool_type === tool_type)
      .filter((tool) => !namespace || tool.namespace === namespace)
      .filter((tool) => !remove_meta || tool.namespace !== metaNamespace),
});

const getSystemInfo = defineMetaTool({
  name: 'get_system_info',
  title: 'Describe the machine',
  description: 'Say how many processors, how much memory and which system this machine has.',
  input: z.object({}),
  run: () => ({
    cpu_count: cpus().length,
    memory_gb: Math.round((totalmem() / 1024 ** 3) * 100) / 100,
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

/** Meta tools as a server in memory, so that calls to them pass where all others pass. */
export function metaServer(computer: MetaContext, type: ToolType, tools: readonly MetaTool[]): McpServer {
  return localServer(
    metaNamespace,
    type,
    tools.map((tool) => toTool(computer, type, tool)),
  );
}

/** Tools with those that a Computer of them has of its own, under both types. */
export function withMetaTools(tools: readonly Tool[]): readonly Tool[] {
  const list = () => tools.map(infoOf);
  const own = toolType.options.flatMap((type) => metaServer({ name: 'deskscope', list }, type, metaTools).tools);
  return [...tools, ...own];
}

function toTool(computer: MetaContext, type: ToolType, tool: MetaTool): Tool {
  const { name, title, description, effect = 'observe', parameters: names = [] } = tool;
  const { input = anyOf(names) } = tool;
  return defineTool({
    name,
    title,
    description,
    input,
    effect,
    type,
    namespace: metaNamespace,
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

/** As many of a list as there is room for, none of them shortened: a tool is described whole or not at all. */
function wholeItems(all: readonly unknown[], offset: number, room: number): ToolResult {
  const page = pageOf(all, (data) => ({ text: harmlessJson(data), data }), { what: 'items', offset, room });
  const items = page.items.map(({ data }) => data);
  return listResult(items, page.note);
}
