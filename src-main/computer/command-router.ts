import { z } from 'zod';
import { AppError, toWire } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { toolKey, toolType } from '#contract/model/tool-call';
import { textOf, type ActionResult } from './action-result.ts';
import type { Computer } from './computer.ts';
import type { ComputerManager } from './computer-manager.ts';

/** UFO's `Command`; the type may be missing where the name says enough. */
export const command = z.object({
  tool_name: z.string(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  tool_type: toolType.nullish(),
  call_id: z.string().nullish(),
});
export type Command = Readonly<z.input<typeof command>>;

/** `none` is what UFO has for a command that was not looked at yet; nothing that {@link CommandRouter} answers has it. */
export type ResultStatus = 'success' | 'failure' | 'skipped' | 'none';

/** UFO's `Result`, with the data under both names that its documents use. */
export interface CommandResult {
  readonly status: ResultStatus;
  /** What the tool answered; null where it failed. */
  readonly result: unknown;
  readonly data: unknown;
  /** The same in words, as a model reads them. */
  readonly observation: string;
  /** One sentence; null where nothing failed. */
  readonly error: string | null;
  readonly namespace: string | null;
  readonly call_id: string | null;
}

export interface ExecuteOptions {
  /** After a failure the rest is skipped; true where missing. */
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
}

const skipped = 'Skipped due to previous failure (early_exit=True).';

export function createCommandRouter(computers: ComputerManager): CommandRouter {
  return {
    async execute(agent, process, root, commands, { earlyExit = true, signal } = {}) {
      const results: CommandResult[] = [];
      for (const given of commands) {
        const hasFailed = results.some(({ status }) => status === 'failure');
        results.push(
          earlyExit && hasFailed
            ? skippedResult(given)
            : await runCommand(() => computers.getOrCreate({ agent, process, root }), given, signal),
        );
      }
      return results;
    },
  };
}

async function runCommand(
  computerFor: () => Promise<Computer>,
  given: Command,
  signal: AbortSignal | undefined,
): Promise<CommandResult> {
  try {
    const { tool_name, tool_type, parameters } = parse(given);
    const computer = await computerFor();
    if (tool_name === '') return noAction(given);
    const call = computer.toolCall(tool_type ? toolKey(tool_type, tool_name) : tool_name, parameters ?? {});
    const [result] = await computer.runActions([call], signal ? { signal } : {});
    return toResult(given, call.namespace, result as ActionResult);
  } catch (error) {
    const { message, hint } = toWire(error);
    return { ...blank(given), status: 'failure', error: message, observation: `${message}\n${hint}` };
  }
}

function parse(given: unknown): z.output<typeof command> {
  const parsed = command.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'the command';
  throw new AppError('invalid_parameter', `${quoted(field)}: ${issue?.message ?? 'it is wrong'}.`, {
    hint: 'A command has tool_name, tool_type (data_collection or action) and parameters.',
    delivery: 'not_delivered',
  });
}

function toResult(given: Command, namespace: string, result: ActionResult): CommandResult {
  const observation = textOf(result.content);
  if (!result.is_error) {
    const { data } = result;
    return { ...blank(given), status: 'success', result: data, data, observation, namespace };
  }
  return { ...blank(given), status: 'failure', error: errorOf(result), observation, namespace };
}

/** The sentence alone, as UFO has it; the observation says what to do. */
function errorOf({ structured_content, content }: ActionResult): string {
  const error = structured_content?.['error'] as { message?: unknown } | undefined;
  return typeof error?.message === 'string' ? error.message : textOf(content);
}

function noAction(given: Command): CommandResult {
  const text = 'No action taken.';
  return { ...blank(given), status: 'success', result: text, data: text, observation: text };
}

function skippedResult(given: Command): CommandResult {
  return { ...blank(given), status: 'skipped', error: skipped, observation: skipped };
}

function blank(given: Command) {
  // What is no command at all has no id either.
  const id: unknown = (given as Command | null)?.call_id;
  const call_id = typeof id === 'string' ? id : null;
  return { result: null, data: null, observation: '', error: null, namespace: null, call_id };
}
