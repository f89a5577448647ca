import { z } from 'zod';
import type { ToolSet } from '#contract/model/settings';
import { perObject } from '../base/async/per-object.ts';
import type { Tool } from './define-tool.ts';
import { coreTools } from './core/index.ts';
import { toBriefSchema, toJsonSchema } from './arguments/json-schema.ts';
import { strictInput } from './arguments/parse-input.ts';
import { appUiExecutor } from './servers/app-ui-executor/index.ts';
import { listCalls } from './servers/calls/index.ts';
import { commandLineExecutor } from './servers/command-line-executor/index.ts';
import { fileOps } from './servers/file-ops/index.ts';
import { desktops } from './servers/desktops/index.ts';
import { deskscope, stepTools } from './servers/deskscope/index.ts';
import { hostUiExecutor } from './servers/host-ui-executor/index.ts';
import { checkWindow } from './servers/ui-automation/elements/check-window.ts';
import { hover } from './servers/ui-automation/elements/pointer.ts';
import { elementTools } from './servers/ui-automation/elements/index.ts';
import { skills } from './servers/skills/index.ts';
import { listSkills } from './servers/skills/skills.ts';
import { uiAutomation } from './servers/ui-automation/index.ts';
import { uiCollector } from './servers/ui-collector/index.ts';
import { windowManagement } from './servers/window-management/index.ts';

/** The tools to show agents, by set name, in this order. */
export const toolSets: Readonly<Record<ToolSet, readonly Tool[]>> = {
  core: coreTools,
  ufo: [...uiCollector, ...hostUiExecutor, ...appUiExecutor, ...commandLineExecutor],
  windows: windowManagement,
  elements: [...elementTools, listCalls],
  ui_automation: [uiAutomation],
  skills,
  checks: [checkWindow],
  desktops,
};

/**
 * Everything that agents may call, each tool in its own form. Files are in no set: clients configure them, or call them by name.
 */
export const agentTools: readonly Tool[] = [
  ...toolSets.ufo,
  ...toolSets.windows,
  ...toolSets.elements,
  ...toolSets.ui_automation,
  ...toolSets.skills,
  ...toolSets.checks,
  ...toolSets.desktops,
  // Only the small set shows it: among the element tools, move_mouse does the same.
  hover,
  ...fileOps,
];

/** Everything a tool-runner runs, including tools only for Deskscope's own window. */
export const allTools: readonly Tool[] = [...agentTools, ...deskscope];

/** The tools that a client sees, and those that it may call. */
export interface ToolScope {
  /** The server's name, if a contract defines it. */
  readonly server?: string;
  readonly shown: readonly Tool[];
  readonly callable: readonly Tool[];
}

/** The chosen sets are shown; the others may be called by name. Among equal names the first wins. */
export function scopeOf(sets: readonly ToolSet[]): ToolScope {
  const shown = firstOfEachName(sets.flatMap((set) => toolSets[set]));
  return { shown, callable: firstOfEachName([...shown, ...agentTools]) };
}

const needNoDesktop: ReadonlySet<string> = new Set(
  [...fileOps, ...commandLineExecutor, listCalls, listSkills].map(({ name }) => name),
);

/** The part of a scope that works without a desktop. */
export function withoutDesktop(scope: ToolScope): ToolScope {
  return { ...scope, shown: scope.shown.filter((tool) => needNoDesktop.has(tool.name)) };
}

function firstOfEachName(tools: readonly Tool[]): readonly Tool[] {
  const first = new Map<string, Tool>();
  for (const tool of tools) if (!first.has(tool.name)) first.set(tool.name, tool);
  return [...first.values()];
}

/** The names of UFO's servers (microsoft/UFO, ui_mcp_server.py, cli_mcp_server.py), by namespace. */
const ufoServers: Readonly<Record<string, string>> = {
  UICollector: 'UFO UI Data MCP Server',
  HostUIExecutor: 'UFO UI HostAgent Action MCP Server',
  AppUIExecutor: 'UFO UI AppAgent Action MCP Server',
  CommandLineExecutor: 'UFO CLI MCP Server',
};

/** The steps are for exported scripts; agents do not see them among others. */
const named: Readonly<Record<string, readonly Tool[]>> = { ...toolSets, steps: stepTools };

/** One set, or one namespace such as `UICollector`, and nothing else; null for an unknown name. */
export function scopeNamed(name: string): ToolScope | null {
  const set = Object.hasOwn(named, name) ? named[name] : undefined;
  const tools = set ?? agentTools.filter((tool) => tool.namespace === name);
  const server = Object.hasOwn(ufoServers, name) ? ufoServers[name] : undefined;
  return tools.length > 0 ? { shown: tools, callable: tools, ...(server !== undefined && { server }) } : null;
}

/** Names that {@link scopeNamed} knows. */
export function scopeNames(): readonly string[] {
  return [...new Set([...Object.keys(named), ...agentTools.map((tool) => tool.namespace)])];
}

/** The JSON Schema (2020-12) of a tool's arguments, computed once; states that unknown arguments are refused. */
export const inputSchema = perObject((tool: Tool): Record<string, unknown> => {
  if (tool.foreign) return tool.foreign.inputSchema;
  return tool.brief ? toBriefSchema(tool.brief.shown) : toJsonSchema(strictInput(tool), 'input');
});

/**
 * The JSON Schema of a tool's structured content, errors included: some clients replace an error that does not match by one of
 * their own. Undefined without a description. Lists are wrapped as by UFO's servers (FastMCP 2.11).
 */
export function outputSchema({ output }: Tool): Record<string, unknown> | undefined {
  return output && describeOutput(output);
}

const describeOutput = perObject((output: z.ZodType): Record<string, unknown> => {
  const wrapped = output instanceof z.ZodArray;
  const done = wrapped ? z.looseObject({ result: output, note: z.string().optional() }) : output;
  const schema = { type: 'object', ...toJsonSchema(z.union([done, failure]), 'output') };
  return wrapped ? { ...schema, 'x-fastmcp-wrap-result': true } : schema;
});

const failure = z.looseObject({
  ok: z.literal(false),
  error: z.looseObject({ code: z.string(), message: z.string() }),
});
