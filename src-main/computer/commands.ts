import { z } from 'zod';
import { AppError, toWire, type WireError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { toolKey, toolType } from '#contract/model/tools/tool-call';
import { contentText, type ActionResult, type McpToolCall, type ToolRequest } from './tool-call.ts';
import type { CallOptions } from './calls.ts';

/**
 * UFO's `Command` in both its shapes: `tool_name` with `tool_type`, as in its program, and `action`, as its document on
 * Computers prints it. The type may be omitted if the name is unambiguous.
 */
export const command = z.object({
  tool_name: z.string().optional(),
  action: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  tool_type: toolType.nullish(),
  call_id: z.string().nullish(),
});
export type Command = Readonly<z.input<typeof command>>;

/** `none` is UFO's status of a command not processed yet; our answers never have it. */
export type ResultStatus = 'success' | 'failure' | 'skipped' | 'none';

/** UFO's `Result`, with the names of its program and those of its documents. */
export interface CommandResult {
  readonly status: ResultStatus;
  /** The tool as the command names it. */
  readonly action: string;
  /** The tool's answer; null if it failed. */
  readonly result: unknown;
  readonly data: unknown;
  /** The same in words, as a model reads them. */
  readonly observation: string;
  /** One sentence; null if nothing failed. */
  readonly error: string | null;
  readonly error_message: string | null;
  readonly namespace: string | null;
  readonly call_id: string | null;
}

/** The part of a Computer that commands need. */
export interface ToolBox {
  /** @throws AppError `not_found` */
  toolCall(key: string, parameters?: Readonly<Record<string, unknown>> | null): McpToolCall;
  /** @throws AppError `not_found` */
  getTool(action: string): McpToolCall;
  runActions(calls: readonly ToolRequest[], options?: CallOptions): Promise<readonly ActionResult[]>;
}

/** True for a command as the document prints it. */
export function isDocumentShape(given: Command): boolean {
  const { action, tool_name } = Object(given) as Command;
  return action !== undefined && tool_name === undefined;
}

/** Never throws: a command that cannot run is a failed result. */
export async function runCommand(
  boxFor: () => Promise<ToolBox> | ToolBox,
  given: Command,
  options: CallOptions,
): Promise<CommandResult> {
  try {
    const { tool_name, action, tool_type, parameters } = parse(given);
    const box = await boxFor();
    if (tool_name === '') return noAction(given);
    const call =
      tool_name === undefined
        ? box.getTool(tool_type ? toolKey(tool_type, action ?? '') : (action ?? ''))
        : box.toolCall(tool_type ? toolKey(tool_type, tool_name) : tool_name);
    const [result] = await box.runActions([{ ...call, parameters: parameters ?? {} }], options);
    return toResult(given, call.namespace, result as ActionResult);
  } catch (error) {
    const { message, hint } = toWire(error);
    const failed = { ...blank(given), ...failure(message) };
    return { ...failed, observation: `Failed to execute ${failed.action}: ${message}\n${hint}` };
  }
}

export function skippedResult(given: Command): CommandResult {
  const why = 'Skipped due to previous failure (early_exit=True).';
  return { ...blank(given), ...failure(why), status: 'skipped', observation: why };
}

function parse(given: unknown): z.output<typeof command> {
  const { data, error } = command.safeParse(given);
  if (error) throw wrong(`${quoted(error.issues[0]?.path.join('.') || 'the command')}: ${error.issues[0]?.message}.`);
  const { tool_name, action } = data;
  if (tool_name === undefined && action === undefined) throw wrong('The command names no tool.');
  if (tool_name !== undefined && action !== undefined && tool_name !== action) {
    throw wrong(`The command names two tools, ${quoted(tool_name)} and ${quoted(action)}.`);
  }
  return data;
}

function wrong(message: string): AppError {
  return new AppError('invalid_parameter', message, {
    hint: 'A command has tool_name and tool_type (data_collection or action), or action; and parameters.',
    delivery: 'not_delivered',
  });
}

function toResult(given: Command, namespace: string, result: ActionResult): CommandResult {
  if (result.is_error) return { ...blank(given), ...failureOf(result), namespace };
  const { data, content } = result;
  return { ...blank(given), status: 'success', result: data, data, observation: contentText(content), namespace };
}

/** `error` as in UFO's program, `error_message` and `observation` as in its document; then a hint. */
function failureOf({ structured_content, content }: ActionResult): Partial<CommandResult> & { status: 'failure' } {
  const text = contentText(content);
  const { message = text, hint = '', data } = Object(structured_content?.['error']) as Partial<WireError>;
  const { seconds, reason } = Object(data) as Readonly<Record<string, unknown>>;
  if (typeof seconds === 'number') {
    const error_message = `Tool execution timeout (${seconds}s)`;
    return { ...failure(message), error_message, observation: `Tool execution exceeded time limit\n${hint}` };
  }
  if (typeof reason === 'string') {
    return { ...failure(message), error_message: reason, observation: `Tool execution failed: ${reason}\n${hint}` };
  }
  return { ...failure(message), observation: `Tool execution failed: ${text}` };
}

function failure(error: string) {
  return { status: 'failure' as const, error, error_message: error };
}

function noAction(given: Command): CommandResult {
  const text = 'No action taken.';
  return { ...blank(given), status: 'success', result: text, data: text, observation: text };
}

function blank(given: Command): Omit<CommandResult, 'status'> {
  // An invalid command has neither name nor id.
  const { tool_name, action = tool_name, call_id } = Object(given) as Readonly<Record<string, unknown>>;
  return {
    action: typeof action === 'string' ? action : '',
    result: null,
    data: null,
    observation: '',
    error: null,
    error_message: null,
    namespace: null,
    call_id: typeof call_id === 'string' ? call_id : null,
  };
}
