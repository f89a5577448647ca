import type { ReplayState } from '#contract/api';
import { oneLine } from '#contract/foreign-text';
import type { Recording } from '#contract/model/recordings/recording';
import type { RunEnding } from '#contract/model/runs/trace';

/** How a replay that is over ended, for the list of runs. */
export function endingOf({ status, results }: ReplayState, { steps }: Recording): RunEnding {
  if (status === 'passed') {
    const unproven = results.filter((result) => result.unproven).length;
    return { status, text: unproven > 0 ? `${unproven} of ${results.length} steps without an effect to check` : '' };
  }
  if (status !== 'failed') return { status: 'stopped', text: '' };
  const failed = results.find((result) => result.status === 'failed');
  const number = steps.findIndex(({ id }) => id === failed?.step) + 1;
  return { status, text: oneLine(`Step ${number}: ${failed?.message ?? ''}`) };
}
