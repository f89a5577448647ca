import { noFacts, type Relation } from '#contract/model/elements/element-facts';
import { center, contains } from '#contract/model/geometry';
import type { Pattern } from '#contract/model/elements/pattern';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawDetails, RawLink } from '../../../../backend.ts';
import type { Control } from '../access/control.ts';
import { isGroupBox } from '../kinds/button.ts';
import { plainText } from '../kinds/text/label.ts';
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
    relations: isControl ? relationsOf(element) : [],
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

function relationsOf({ control, facets }: Element): readonly Relation<RawLink>[] {
  const label = 'label' in facets ? facets.label : null;
  const group = groupOf(control);
  return [
    ...(label ? [{ type: 'labelled by', targets: [linkTo(label)] }] : []),
    ...(group ? [{ type: 'member of', targets: [linkTo(group)] }] : []),
  ];
}

/** The frame around a group that it lies in: the nearest before it in the order of Tab. */
function groupOf(control: Control): Control | null {
  const { parent, reading, window, bounds } = control;
  if (!parent) return null;
  const siblings = reading.childWindows(parent.window);
  const before = siblings.slice(0, siblings.indexOf(window)).reverse();
  const groups = before.map((sibling) => reading.control(sibling)).filter(isGroupBox);
  return groups.find((group) => contains(group.bounds, center(bounds))) ?? null;
}

function linkTo(control: Control): RawLink {
  const { runtimeId, name, controlType } = controlElement(control).row;
  return { runtimeId, name, controlType };
}

function windowProperties({ control, facets }: Element): Readonly<Record<string, string>> {
  const label = 'label' in facets ? facets.label : null;
  const spelt = label ?? (facets.name === undefined || facets.value != null ? null : control);
  const accessKey = spelt && !control.isRoot ? plainText(spelt.text).accessKey : null;
  const hex = (value: number) => `0x${(value >>> 0).toString(16)}`;
  return {
    class: control.className,
    ...(control.base !== control.className.toLowerCase() && { standardClass: control.base }),
    handle: hex(control.window),
    style: hex(control.style),
    extendedStyle: hex(control.exStyle),
    thread: String(control.threadId),
    ...(accessKey && { accessKey }),
  };
}
