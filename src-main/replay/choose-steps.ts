import { AppError } from '#contract/errors';
import type { Recording } from '#contract/model/recording';

/**
 * The ids of the steps to run: those asked for, or all that are switched on.
 * @throws AppError `not_found` for a step the recording does not have, `invalid_parameter` where none is left: a replay of
 * nothing would pass whatever it was to show
 */
export function chooseSteps({ steps }: Recording, wanted?: readonly string[]): ReadonlySet<string> {
  const missing = wanted?.find((id) => !steps.some((step) => step.id === id));
  if (missing !== undefined) throw new AppError('not_found', `The recording has no step “${missing}”.`);
  const chosen = wanted ?? steps.filter((step) => step.enabled).map((step) => step.id);
  if (chosen.length > 0) return new Set(chosen);
  if (steps.length === 0) throw nothing('The recording has no steps.', 'Record something, or open another recording.');
  if (wanted) throw nothing('No step was chosen.', 'Choose the steps to replay.');
  throw nothing('Every step of the recording is switched off.', 'Switch on what shall be replayed.');
}

function nothing(why: string, hint: string): AppError {
  return new AppError('invalid_parameter', `There is nothing to replay: ${why}`, { hint });
}
