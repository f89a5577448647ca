import type { ReplayState, StepResult, StepStatus } from '#contract/api';
import type { Step } from '#contract/model/recordings/recording';

/** What is worth most attention comes first. */
const byWeight: readonly StepStatus[] = ['failed', 'running', 'healed', 'pending', 'passed', 'skipped'];

/** The result that says how the steps of a group went; null where they were not replayed. Unproven comes before proven. */
export function groupResult({ results, earlier = [] }: ReplayState, steps: readonly Step[]): StepResult | null {
  const all = [...results, ...earlier].filter(({ step }) => steps.some(({ id }) => id === step));
  const status = byWeight.find((one) => all.some((result) => result.status === one));
  const ofStatus = all.filter((result) => result.status === status);
  return ofStatus.find(({ unproven }) => unproven) ?? ofStatus[0] ?? null;
}
