import type { StepResult } from '#contract/api';
import type { Step } from '#contract/model/recordings/recording';
import type { Plan } from './plan.ts';

/** How each step of a replay went. */
export class Results {
  readonly #plan: Plan;
  readonly #told = new Map<string, StepResult>();
  /** Of the turns of groups that were followed by another, in the order in which they ran. */
  readonly #earlier: StepResult[] = [];

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** One result per step of the recording, in its order as it is now: that of its last turn. */
  get list(): readonly StepResult[] {
    return this.#plan.recording.steps.map((step) => {
      const told = this.#told.get(step.id);
      if (told) return told;
      const leftOut = this.#plan.leftOut(step);
      const status = leftOut === null ? 'pending' : 'skipped';
      return { step: step.id, status, elapsedMs: 0, message: leftOut ?? '' };
    });
  }

  get earlier(): readonly StepResult[] {
    return [...this.#earlier];
  }

  set(step: Step, result: Omit<StepResult, 'step' | 'turn'>): void {
    const turn = this.#plan.turnOf(step);
    this.#told.set(step.id, { step: step.id, ...result, ...(turn !== null && { turn }) });
  }

  /** Another turn of the group begins: what is known of its steps was of the one before. */
  beginTurn(group: string): void {
    for (const step of this.#plan.recording.steps.filter((one) => one.group === group)) {
      const told = this.#told.get(step.id);
      if (told) this.#earlier.push(told);
      this.#told.delete(step.id);
    }
  }

  /** What still waited is left out. */
  skipPending(message: string): void {
    for (const result of this.list)
      if (result.status === 'pending') this.#told.set(result.step, { ...result, status: 'skipped', message });
  }
}
