import { AppError } from '#contract/errors';
import type { ElementState } from '#contract/model/elements/element';
import type { ChildRange, RawNode } from '../../../../backend.ts';
import type { Control } from '../access/control.ts';
import type { Reading } from '../access/reading.ts';
import { parseId, partId, type Place } from '../ids.ts';
import { kindOf } from '../kinds/all.ts';
import type { ControlFacets, Part, Parts } from '../kinds/kind.ts';
import { plainText } from '../kinds/text/label.ts';
import { describeByTip } from '../kinds/bars/tool-tip.ts';

export type Row = Omit<RawNode, 'children'>;

/** One element: a control, or a part of one. Its row is read; what is below it, and its details, when asked. */
export interface Element {
  readonly place: Place;
  /** The control that it is, or is a part of. */
  readonly control: Control;
  readonly row: Row;
  readonly facets: ControlFacets | Part;
}

/** @throws AppError `element_stale`, `target_not_responding`; Win32Failure */
export function elementAt(reading: Reading, runtimeId: string): Element {
  return pathTo(reading, parseId(runtimeId)).at(-1) as Element;
}

/** The control and the parts in it that lead to a place. @throws AppError `element_stale` */
export function pathTo(reading: Reading, { window, path }: Place): readonly Element[] {
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

/** Windows has no word of its own for what is no window: `tree item`. */
function roleOf({ controlType }: Part): string {
  return controlType.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** First the parts of an element, then, of a control, the controls in it. */
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

/** Nothing for one that is gone meanwhile; of one whose own thread hangs, what others know of it. */
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
