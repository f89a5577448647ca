import type { ControlType } from '#contract/model/elements/element';
import type { RecordedTarget } from '#contract/model/engine';
import type { StepTarget } from '#contract/model/recordings/recording';
import type { RankedSelector, SelectorKind } from '#contract/model/elements/selector';

/** Maximum number of alternatives: there are not more kinds that fail for different reasons. */
const maxSelectors = 6;

/** The stored properties of an event's element. */
export function stepTarget({ element, selectors, unsure, picture }: RecordedTarget): StepTarget {
  return {
    controlType: element.controlType,
    name: isCalledByValue(element, selectors) ? '' : element.name,
    selectors: oneOfEachKind(selectors),
    bounds: element.bounds,
    ...(unsure && { unsure }),
    ...(picture && { picture }),
  };
}

const holders: ReadonlySet<ControlType> = new Set<ControlType>(['ComboBox', 'Document', 'Edit', 'Spinner']);

/**
 * A field named by its content changes its name with it: selectors with that name are dropped, since replay would stop.
 * Paragraphs are identified by their content.
 */
function isCalledByValue(
  { controlType, name, role }: RecordedTarget['element'],
  selectors: readonly RankedSelector[],
): boolean {
  if (!holders.has(controlType) || role === 'paragraph') return false;
  return name !== '' && selectors.every(({ selector }) => !selector.includes(name));
}

/** Alternatives help only if they fail for different reasons, so each kind is kept once, best first. */
function oneOfEachKind(ranked: readonly RankedSelector[]): RankedSelector[] {
  const seen = new Set<SelectorKind>();
  const kept = ranked.filter(({ kind }) => !seen.has(kind) && seen.add(kind));
  return kept.slice(0, maxSelectors);
}
