import { failedAction, type ActionResult } from './action-result.ts';
import type { CallOptions } from './calls.ts';
import { isDocumentShape, runCommand, skippedResult, type Command, type CommandResult } from './commands.ts';
import type { ComputerManager, ComputerPlace } from './computer-manager.ts';
import type { ToolRequest } from './tool-call.ts';

export interface ExecuteOptions {
  /**
   * After a failure the rest is skipped. Default: as UFO's program does, true; but commands that all have `action` go on,
   * as in its document.
   */
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
  /** One call, answered as its server answered. Never throws. */
  call(place: ComputerPlace, request: ToolRequest, options?: CallOptions): Promise<ActionResult>;
}

export function createCommandRouter(computers: ComputerManager): CommandRouter {
  return {
    async execute(agent, process, root, commands, { signal, ...options } = {}) {
      const { earlyExit = !commands.every(isDocumentShape) } = options;
      const results: CommandResult[] = [];
      for (const given of commands) {
        const hasFailed = results.some(({ status }) => status === 'failure');
        results.push(
          earlyExit && hasFailed
            ? skippedResult(given)
            : await runCommand(() => computers.getOrCreate({ agent, process, root }), given, {
                ...(signal && { signal }),
              }),
        );
      }
      return results;
    },
    async call(place, request, options) {
      try {
        const computer = await computers.getOrCreate(place);
        const [result] = await computer.runActions([request], options);
        return result as ActionResult;
      } catch (error) {
        return failedAction(error);
      }
    },
  };
}
