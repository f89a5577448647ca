import { AppError } from '#contract/errors';
import { describeCondition } from '#contract/model/recordings/condition';
import type { Step } from '#contract/model/recordings/recording';
import { unmetCondition, type Asking, type Unmet } from './conditions.ts';
import type { Plan, Turn } from './plan.ts';
import type { Results } from './results.ts';

export interface Admission extends Asking {
  readonly plan: Plan;
  readonly results: Results;
  /** Steps beside which input was lost are done all the same. */
  readonly mayMiss: boolean;
}

/**
 * Asks what the next step depends on: its group, where a turn of that begins with it, and its own condition. What is not
 * done is left out of the plan, and told with the reason.
 * @returns whether the step is to be done
 * @throws AppError where nobody could look, where a loop does not end, and `input_lost`
 */
export async function admits(step: Step, admission: Admission): Promise<boolean> {
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
