import { AppError } from '#contract/errors';
import type { CommandResult } from '../../computer/commands.ts';
import type { ComputerPlace } from '../../computer/computer-manager.ts';
import type { SessionParts } from '../session/session-parts.ts';

/** Asks one tool that looks. @throws AppError `cancelled`; `tool_failed` with what the tool said */
export async function lookBy(
  { computers, signal }: SessionParts,
  place: ComputerPlace,
  tool: string,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<CommandResult> {
  const command = { tool_name: tool, tool_type: 'data_collection' as const, parameters };
  const { agent, process = null, root = null } = place;
  const [result] = await computers.router.execute(agent, process, root, [command], { signal });
  throwIfAborted(signal);
  if (result?.status !== 'success') throw new AppError('tool_failed', result?.observation ?? `${tool} said nothing.`);
  return result;
}

/** A tool that was cancelled is a failed result, and must not be told to a model as one. */
export function throwIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  const reason: unknown = signal.reason;
  throw reason instanceof AppError ? reason : new AppError('cancelled');
}
