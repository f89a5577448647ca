import { noFacts, type Relation } from '#contract/model/element-facts';
import type { Pattern } from '#contract/model/pattern';
import type { WindowInfo } from '#contract/model/window';
import type { RawDetails, RawLink } from '../../../../backend.ts';
import type { ControlFacets, Part } from '../kinds/kind.ts';
import { plainText } from '../kinds/label.ts';
import { controlElement, type Element } from './element.ts';

/** Everything about an element. */
export function detailsOf(window: WindowInfo, element: Element): RawDetails {
  const { control, facets, row } = element;
  const isControl = element.place.path.length === 0;
  return {
    ...row,
    ...noFacts,
    ...facets.facts?.(),
    ...(facets.wholeValue && { value: facets.wholeValue() }),
    patterns: patternsOf(element, isControl),
    actions: [],
    relations: isControl ? relationsOf(facets) : [],
    toolkit: { name: window.toolkit || 'win32', version: '' },
    processId: control.processId,
    properties: { ...(isControl ? windowProperties(element) : {}), ...facets.properties?.() },
  };
}

function patternsOf({ control, facets }: Element, isControl: boolean): readonly Pattern[] {
  const acts = Object.keys(facets.operations ?? {}) as Pattern[];
  return [
    ...acts,
    ...(facets.cell ? (['grid', 'table'] as const) : []),
    ...(isControl && control.isRoot ? (['window', 'transform'] as const) : []),
  ];
}

function relationsOf(facets: ControlFacets | Part): readonly Relation<RawLink>[] {
  const label = 'label' in facets ? facets.label : null;
  if (!label) return [];
  const { runtimeId, name, controlType } = controlElement(label).row;
  return [{ type: 'labelled by', targets: [{ runtimeId, name, controlType }] }];
}

function windowProperties({ control, facets }: Element): Readonly<Record<string, string>> {
  const label = 'label' in facets ? facets.label : null;
  const spelt = label ?? (facets.name === undefined || facets.value != null ? null : control);
  const accessKey = spelt && !control.isRoot ? plainText(spelt.text).accessKey : null;
  const hex = (value: number) => `0x${(value >>> 0).toString(16)}`;
  return {
    class: control.className,
    ...(control.base !== control.className.toLowerCase() && { standardClass: control.base }),
    ...{ handle: hex(control.window), style: hex(control.style), extendedStyle: hex(control.exStyle) },
    thread: String(control.threadId),
    ...(accessKey && { accessKey }),
  };
}
