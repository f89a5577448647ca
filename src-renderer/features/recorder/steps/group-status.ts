import type { ReplayState, StepStatus } from '#contract/api';
import type { Step } from '#contract/model/recording';

/** What is worth most attention comes first. */
const byWeight: readonly StepStatus[] = ['failed', 'running', 'healed', 'pending', 'passed', 'skipped'];

/** How the steps of a group went, in one word; null where they were not replayed. */
export function groupStatus({ results, earlier = [] }: ReplayState, steps: readonly Step[]): StepStatus | null {
  const all = [...results, ...earlier].filter(({ step }) => steps.some(({ id }) => id === step));
  return byWeight.find((status) => all.some((result) => result.status === status)) ?? null;
}
