import type { StepResult } from '#contract/api';
import type { Plan } from './plan.ts';

/** How each step of a replay went. */
export class Results {
  readonly #plan: Plan;
  readonly #told = new Map<string, StepResult>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** One result per step of the recording, in its order as it is now. */
  get list(): readonly StepResult[] {
    return this.#plan.recording.steps.map((step) => {
      const told = this.#told.get(step.id);
      if (told) return told;
      const leftOut = this.#plan.leftOut(step);
      const status = leftOut === null ? 'pending' : 'skipped';
      return { step: step.id, status, elapsedMs: 0, message: leftOut ?? '' };
    });
  }

  set(result: StepResult): void {
    this.#told.set(result.step, result);
  }

  /** What still waited is left out. */
  skipPending(message: string): void {
    for (const result of this.list)
      if (result.status === 'pending') this.set({ ...result, status: 'skipped', message });
  }
}
