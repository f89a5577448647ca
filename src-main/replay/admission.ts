import { AppError } from '#contract/errors';
import { describeCondition, describeUnmet, type Condition } from '#contract/model/recordings/condition';
import type { Step } from '#contract/model/recordings/recording';
import { type Caller, toolKey } from '#contract/model/tools/tool-call';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import type { ToolSession } from '../tools/session/tool-session.ts';
import { windowArguments } from '../dialects/element.ts';
import type { RunOutcome } from '../tools/runner/call.ts';
import type { Plan, Turn, Results } from './plan.ts';

export interface Admission extends Asking {
  readonly plan: Plan;
  readonly results: Results;
  /** Steps beside lost input are done anyway. */
  readonly mayMiss: boolean;
}

/**
 * Checks the conditions of the next step: those of its group, where a turn begins with it, and its own. Skipped steps are
 * removed from the plan, with the reason in their result.
 * @returns whether to run the step
 * @throws AppError if a condition cannot be checked, for a loop without end, and `input_lost`
 */
export async function isAdmitted(step: Step, admission: Admission): Promise<boolean> {
  const { plan, results } = admission;
  const { begins } = plan;
  if (begins && !(await beginsTurn(begins, admission))) return false;
  const unmet = plan.asks && step.when ? await unmetCondition(admission, step.when) : null;
  if (!unmet) {
    if (step.lost && !admission.mayMiss) throw new AppError('input_lost');
    return true;
  }
  plan.take(step);
  results.set(step, skipped(unmet));
  return false;
}

async function beginsTurn(begins: Turn, admission: Admission): Promise<boolean> {
  const { plan, results } = admission;
  const { group, turn } = begins;
  const unmet = await speaksAgainst(begins, admission);
  if (unmet) {
    const left = plan.leave(group);
    if (turn === 1) for (const step of left) results.set(step, skipped(unmet));
    return false;
  }
  if (turn > 1) results.beginTurn(group.id);
  plan.begin(begins);
  ensureEnds(begins);
  return true;
}

async function speaksAgainst({ group, turn }: Turn, asking: Asking): Promise<Unmet | null> {
  const unmet = group.when && turn === 1 ? await unmetCondition(asking, group.when) : null;
  if (unmet || !group.repeat || !('while' in group.repeat)) return unmet;
  return unmetCondition(asking, group.repeat.while);
}

function ensureEnds({ group: { repeat }, turn }: Turn): void {
  if (!repeat || !('while' in repeat) || turn <= repeat.atMost) return;
  const times = repeat.atMost === 1 ? 'once' : `${repeat.atMost} times`;
  throw new AppError(
    'endless_loop',
    `Its group was done ${times}, as often as it may be, and still ${describeCondition(repeat.while)}.`,
  );
}

function skipped({ short, message }: Unmet) {
  return { status: 'skipped', elapsedMs: 0, message, unmet: short } as const;
}

/** How conditions are checked: by a call like any other, permitted and traced. */
export interface Asking {
  readonly runner: Pick<ToolRunner, 'run'>;
  readonly caller: Caller;
  readonly session: ToolSession;
  readonly signal: AbortSignal;
}

/** The reason for skipping. */
interface Unmet {
  /** For a count: `no window “Tip” is open`. */
  readonly short: string;
  /** For its step: `Only if a window “Tip” is open, but it is not.` */
  readonly message: string;
}

/** @throws AppError if it cannot be checked */
async function unmetCondition(asking: Asking, condition: Condition): Promise<Unmet | null> {
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
