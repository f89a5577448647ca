import { z } from 'zod';
import type { Tool } from './define-tool.ts';
import { appUiExecutor } from './servers/app-ui-executor/index.ts';
import { deskscope } from './servers/deskscope/index.ts';
import { hostUiExecutor } from './servers/host-ui-executor/index.ts';
import { uiCollector } from './servers/ui-collector/index.ts';

/** What agents are shown, in this order. */
export const agentTools: readonly Tool[] = [...uiCollector, ...hostUiExecutor, ...appUiExecutor];

/** Everything a tool-runner runs: also what only our own window offers. */
export const allTools: readonly Tool[] = [...agentTools, ...deskscope];

const schemas = new WeakMap<Tool, Record<string, unknown>>();

/** The JSON Schema (2020-12) of a tool's arguments, computed once. Unknown arguments are refused, and it says so. */
export function inputSchema(tool: Tool): Record<string, unknown> {
  let schema = schemas.get(tool);
  if (!schema) {
    schema = z.toJSONSchema(tool.input.strict(), { io: 'input' });
    schemas.set(tool, schema);
  }
  return schema;
}
