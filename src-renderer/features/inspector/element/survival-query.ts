import type { SurvivalQuery } from '#contract/model/survival';
import { matchOf } from '#contract/model/window';
import type { InspectorState } from '../store/state.ts';

/** What becomes of the selectors of the chosen element in kept trees; null where they are not known yet. */
export function survivalQueryOf(
  { window, details, selectors }: Pick<InspectorState, 'window' | 'details' | 'selectors'>,
  tried: readonly string[] = [],
): SurvivalQuery | null {
  if (!window || !details || !selectors) return null;
  const { controlType, name } = details;
  const known = selectors.map(({ selector }) => selector);
  return { window: matchOf(window), controlType, name, selectors: known, tried: [...tried] };
}
