import type { RecordedTarget } from '#contract/model/engine';
import type { StepTarget } from '#contract/model/recording';
import type { RankedSelector, SelectorKind } from '#contract/model/selector';

/** More alternatives than this are noise: there are not more kinds that fail for different reasons. */
const maxSelectors = 6;

/** What a step keeps of the element under an event. */
export function stepTarget({ element, selectors, unsure, picture }: RecordedTarget): StepTarget {
  return {
    controlType: element.controlType,
    name: element.name,
    selectors: oneOfEachKind(selectors),
    bounds: element.bounds,
    ...(unsure && { unsure }),
    ...(picture && { picture }),
  };
}

/** Alternatives help only where they fail for different reasons, so each kind is kept once, best first. */
function oneOfEachKind(ranked: readonly RankedSelector[]): RankedSelector[] {
  const seen = new Set<SelectorKind>();
  const kept = ranked.filter(({ kind }) => !seen.has(kind) && seen.add(kind));
  return kept.slice(0, maxSelectors);
}
