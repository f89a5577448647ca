import type { ReplayState, StepResult } from './api.ts';
import type { Step } from './model/recordings/recording.ts';

/** How each step went, each time: where a group was repeated, its earlier turns stand before the last. */
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

/** Why steps were skipped by conditions, each reason once: `no window “Tip” is open`. Empty if none was. */
export function reasonsToSkip(runs: readonly StepResult[]): string {
  return [...new Set(runs.flatMap(({ unmet }) => unmet ?? []))].join('; ');
}
