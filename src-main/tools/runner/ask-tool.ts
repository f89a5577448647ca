import { fromWire } from '#contract/errors';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Tool, ToolResult } from '../define-tool.ts';
import type { ToolRunner } from './tool-runner.ts';
import { createToolSession } from '../session/tool-session.ts';

/**
 * Runs a tool on behalf of a client that asked for something else, e.g. a resource.
 * @param room tokens for the rows of the answer, where a model reads it; without end by default
 * @throws AppError
 */
export type AskTool = (tool: Tool, parameters: Record<string, unknown>, room?: number) => Promise<ToolResult>;

/**
 * Resources, prompts and completions look through the tools, so that they are permitted and traced as these are. The
 * session is one of its own: the ids that the client was given stay as they are.
 */
export function createAskTool(runner: ToolRunner, caller: Caller, signal: AbortSignal): AskTool {
  return async (tool, parameters, room = Infinity) => {
    const key = `${tool.namespace}.${tool.name}`;
    const outcome = await runner.run(key, parameters, { caller, session: createToolSession(), signal, room });
    if (!outcome.ok) throw fromWire(outcome.error);
    return outcome.result;
  };
}
