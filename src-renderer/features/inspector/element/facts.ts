import type { ElementDetails } from '#contract/model/element';
import { formatRect } from '#contract/model/geometry';

export type Fact = readonly [name: string, value: string];

/** What is known about an element, by the names the field uses; what it does not have is left out. */
export function factsOf(details: ElementDetails): readonly Fact[] {
  const { range, bounds } = details;
  const facts: readonly (readonly [string, string | null])[] = [
    ['name', details.name],
    ['controlType', details.controlType],
    ['role', details.role],
    ['automationId', details.automationId],
    ['description', details.description],
    ['value', details.value],
    ['range', range && `${range.current} (${range.minimum} to ${range.maximum})`],
    ['boundingRect', bounds && formatRect(bounds)],
    ['states', details.states.join(', ')],
    ['children', String(details.childCount)],
    ['window', details.window.title],
    ['process', `${details.window.app}, pid ${details.window.processId}`],
    ['toolkit', details.toolkit && `${details.toolkit.name} ${details.toolkit.version}`.trim()],
    ['interfaces', details.interfaces.join(', ')],
    ...Object.entries(details.attributes).map(([name, value]) => [`attribute ${name}`, value] as const),
    ...Object.entries(details.properties),
    ['elementId', details.id],
  ];
  return facts.filter((fact): fact is Fact => fact[1] !== null && fact[1] !== '');
}
