import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import type { ToolSession } from '../tools/session/tool-session.ts';
import { windowArguments } from '../dialects/element.ts';
import type { Caller } from '#contract/model/tools/tool-call';
import { AppError } from '#contract/errors';
import { describeCondition, describeUnmet, type Condition } from '#contract/model/recordings/condition';
import { toolKey } from '#contract/model/tools/tool-call';
import type { RunOutcome } from '../tools/runner/call.ts';

/** How a condition is asked: as a call like any other, permitted and traced. */
export interface Asking {
  readonly runner: Pick<ToolRunner, 'run'>;
  readonly caller: Caller;
  readonly session: ToolSession;
  readonly signal: AbortSignal;
}

/** What speaks against it. */
export interface Unmet {
  /** For a count: `no window “Tip” is open`. */
  readonly short: string;
  /** For its step: `Only if a window “Tip” is open, but it is not.` */
  readonly message: string;
}

/** @throws AppError where nobody could look */
export async function unmetCondition(asking: Asking, condition: Condition): Promise<Unmet | null> {
  const { runner, caller, session, signal } = asking;
  const parameters = { ...windowArguments(condition.window), condition };
  const outcome = await runner.run(toolKey('action', 'step_condition'), parameters, { caller, session, signal });
  const found = foundBy(outcome);
  if (found === null) return null;
  return { short: describeUnmet(condition), message: `Only if ${describeCondition(condition)}, but ${found}.` };
}

function foundBy(outcome: RunOutcome): string | null {
  if (!outcome.ok) {
    const { code, message, hint, data } = outcome.error;
    throw new AppError(code, `Whether its condition holds could not be seen: ${message}`, {
      hint,
      ...(data && { data }),
    });
  }
  return (outcome.result.data as { readonly found: string | null }).found;
}
