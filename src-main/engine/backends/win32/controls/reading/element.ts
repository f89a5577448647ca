import { AppError } from '#contract/errors';
import type { ElementState } from '#contract/model/elements/element';
import { noFacts, type Relation } from '#contract/model/elements/element-facts';
import { center, contains } from '#contract/model/geometry';
import type { Pattern } from '#contract/model/elements/pattern';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ChildRange, RawNode, RawDetails, RawLink } from '../../../../backend.ts';
import type { Control } from '../access/control.ts';
import type { Reading } from '../access/reading.ts';
import { parseId, partId, type ControlPath } from '../ids.ts';
import { kindOf } from '../kinds/all.ts';
import type { ControlFacets, Part, Parts } from '../kinds/kind.ts';
import { plainText } from '../kinds/text/label.ts';
import { describeByTip } from '../kinds/bars/tool-tip.ts';
import { isGroupBox } from '../kinds/button.ts';

export type Row = Omit<RawNode, 'children'>;

/** An element: a control, or a part of one. Its row is read; children and details on demand. */
export interface Element {
  readonly place: ControlPath;
  /** The control itself, or the control that contains the part. */
  readonly control: Control;
  readonly row: Row;
  readonly facets: ControlFacets | Part;
}

/** @throws AppError `element_stale`, `target_not_responding`; Win32Failure */
export function elementAt(reading: Reading, runtimeId: string): Element {
  return pathTo(reading, parseId(runtimeId)).at(-1) as Element;
}

/** The control and the parts on the path to an element. @throws AppError `element_stale` */
export function pathTo(reading: Reading, { window, path }: ControlPath): readonly Element[] {
  let element = controlElement(reading.control(window));
  const found = [element];
  for (const key of path) {
    const part = element.facets.parts?.find(key);
    if (!part) throw new AppError('element_stale', `The control has no such part any more.`);
    element = partElement(element, part);
    found.push(element);
  }
  return found;
}

export function controlElement(control: Control): Element {
  const facets = kindOf(control).describe(control);
  const place = { window: control.window, path: [] };
  const { label } = facets;
  const row: Row = {
    runtimeId: partId(control.window, []),
    controlType: facets.controlType,
    role: control.className,
    value: facets.value ?? null,
    name: facets.name ?? (label ? plainText(label.text).text : ''),
    automationId: control.controlId === null ? '' : String(control.controlId),
    description: facets.description ?? describeByTip(control),
    states: controlStates(control, facets),
    bounds: control.isRoot ? control.reading.frame : control.bounds,
    childCount: (facets.parts?.count ?? 0) + control.reading.childWindows(control.window).length,
  };
  return { place, control, row, facets };
}

function controlStates(control: Control, facets: ControlFacets): readonly ElementState[] {
  const { isEnabled, isVisible } = control;
  const states: readonly (ElementState | false)[] = [
    isEnabled && 'enabled',
    isVisible && 'visible',
    isVisible && control.shown === null && 'offscreen',
    (facets.focusable ?? false) && 'focusable',
    control.reading.focusOf(control.threadId) === control.window && 'focused',
  ];
  return [...states.filter((state) => state !== false), ...(facets.states ?? [])];
}

function partElement({ control, place }: Element, part: Part): Element {
  const path = [...place.path, part.key];
  const row: Row = {
    runtimeId: partId(control.window, path),
    controlType: part.controlType,
    role: roleOf(part),
    name: part.name,
    value: part.value ?? null,
    automationId: part.automationId ?? '',
    description: part.description ?? '',
    states: part.states,
    bounds: part.bounds,
    childCount: part.parts?.count ?? 0,
  };
  return { place: { window: place.window, path }, control, row, facets: part };
}

/** Windows has no role name for elements that are not windows: `tree item`. */
function roleOf({ controlType }: Part): string {
  return controlType.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** First the parts of an element, then, for a control, its child controls. */
export function childrenOf(element: Element, { offset, limit }: ChildRange): readonly Element[] {
  const parts: Parts | undefined = element.facets.parts;
  const partCount = parts?.count ?? 0;
  const found = offset < partCount && parts ? parts.read(offset, limit).map((part) => partElement(element, part)) : [];
  if (element.place.path.length > 0 || offset + limit <= partCount) return found;
  const windows = element.control.reading.childWindows(element.control.window);
  const first = Math.max(0, offset - partCount);
  const wanted = windows.slice(first, Math.max(first, offset + limit - partCount));
  return [...found, ...wanted.flatMap((window) => controlOrNothing(element.control.reading, window))];
}

/** Nothing for one gone meanwhile; for one whose own thread hangs, the facts that do not depend on it. */
function controlOrNothing(reading: Reading, window: number): readonly Element[] {
  try {
    return [controlElement(reading.control(window))];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'element_stale') return [];
    if (error.code === 'target_not_responding' && isElsewhere(reading, window)) {
      return [silentElement(reading.control(window))];
    }
    throw error;
  }
}

function isElsewhere(reading: Reading, window: number): boolean {
  return reading.control(window).threadId !== reading.control(reading.root).threadId;
}

function silentElement(control: Control): Element {
  const facets = { controlType: 'Pane' } as const;
  const row: Row = {
    runtimeId: partId(control.window, []),
    role: control.className,
    controlType: 'Pane',
    name: '',
    value: null,
    automationId: control.controlId === null ? '' : String(control.controlId),
    description: '',
    states: [...controlStates(control, facets), 'busy'],
    bounds: control.bounds,
    childCount: 0,
  };
  return { place: { window: control.window, path: [] }, control, row, facets };
}

/** All details of an element. */
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

/** Its group box: the closest preceding one in Tab order. */
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
