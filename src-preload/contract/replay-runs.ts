import type { ReplayState, StepResult } from './api.ts';
import type { Step } from './model/recordings/recording.ts';

/** Results of each step: in a repeated group, earlier turns come before the last. */
export function runsOf(
  { steps }: { readonly steps: readonly Step[] },
  { results, earlier = [] }: ReplayState,
): readonly StepResult[] {
  const groups = new Map(steps.map(({ id, group }) => [id, group]));
  const reported = new Set<string>();
  return results.flatMap((result) => {
    const group = groups.get(result.step);
    if (group === undefined || reported.has(group)) return [result];
    reported.add(group);
    return [...earlier.filter(({ step }) => groups.get(step) === group), result];
  });
}

/** Reasons why steps were skipped by conditions, without duplicates: `no window “Tip” is open`. Empty if none. */
export function reasonsToSkip(runs: readonly StepResult[]): string {
  return [...new Set(runs.flatMap(({ unmet }) => unmet ?? []))].join('; ');
}
