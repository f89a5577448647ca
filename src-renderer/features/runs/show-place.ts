import type { StepLocation } from '#contract/model/runs/run-analysis';
import type { RunsActions } from './state.ts';

/** Selects a step or a call of the open run. */
export function showPlace(
  { select, selectStep }: Pick<RunsActions, 'select' | 'selectStep'>,
  place: StepLocation,
): void {
  if ('step' in place) selectStep(place.step);
  else select(place.call);
}
