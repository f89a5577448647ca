import { fromWire } from '#contract/errors';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Tool, ToolResult } from '../define-tool.ts';
import type { ToolRunner } from './tool-runner.ts';
import { createToolSession } from '../session/tool-session.ts';

/**
 * Runs a tool for a client's request of another kind, e.g. a resource.
 * @param room tokens for the answer's rows, if a model reads it; unlimited by default
 * @throws AppError
 */
export type AskTool = (tool: Tool, parameters: Record<string, unknown>, room?: number) => Promise<ToolResult>;

/**
 * Resources, prompts and completions read through tools, so that they are permitted and traced alike. They have a separate
 * session, so that the client's ids are kept.
 */
export function createAskTool(runner: ToolRunner, caller: Caller, signal: AbortSignal): AskTool {
  return async (tool, parameters, room = Infinity) => {
    const key = `${tool.namespace}.${tool.name}`;
    const outcome = await runner.run(key, parameters, { caller, session: createToolSession(), signal, room });
    if (!outcome.ok) throw fromWire(outcome.error);
    return outcome.result;
  };
}
