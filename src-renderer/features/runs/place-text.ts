import type { MomentPlace } from '#contract/model/runs/run-analysis';

/** `step 3`, `call 7`; empty for none. */
export function placeText(place: MomentPlace | null): string {
  if (!place) return '';
  return 'step' in place ? `step ${place.step}` : `call ${place.call}`;
}
