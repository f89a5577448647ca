import type { ControlType, ElementState } from '#contract/model/elements/element';
import type { ViewFacts, DockPosition, TextFacts } from '#contract/model/elements/element-facts';
import type { Rect } from '#contract/model/geometry';

/** The properties that an app reports for an element; omitted ones are empty. */
export interface ElementSpec {
  readonly controlType: ControlType;
  /** The native role, where it is not that of the control type. */
  readonly role?: string;
  readonly name?: string;
  readonly id?: string;
  readonly description?: string;
  /** x, y, width, height in pixels from the window's content corner; without them the element has no bounds. */
  readonly at?: readonly [x: number, y: number, width: number, height: number];
  /** States besides `enabled` and `visible`, which every element starts with. */
  readonly states?: readonly ElementState[];
  readonly value?: string;
  readonly range?: { readonly minimum: number; readonly maximum: number; readonly current: number };
  /** Multiple selection. */
  readonly multiple?: boolean;
  /** Makes the element a grid; see `patterns.ts` for the layout of its children. */
  readonly columns?: number;
  readonly labelledBy?: FakeElement;
  readonly children?: readonly FakeElement[] | (() => readonly FakeElement[]);
  /** Called when the element is pressed. */
  readonly onInvoke?: () => void;
  /** Called after its value, check mark, selection or range changed. */
  readonly onChange?: () => void;
}

/** A live element: its app changes it; the back end and the input devices read and operate it. */
export class FakeElement {
  readonly controlType: ControlType;
  readonly role: string | undefined;
  readonly automationId: string;
  readonly description: string;
  readonly states: Set<ElementState>;
  readonly onInvoke: (() => void) | undefined;
  readonly onChange: (() => void) | undefined;
  readonly multiple: boolean;
  readonly columns: number | null;
  readonly labelledBy: FakeElement | null;
  name: string;
  value: string | null;
  range: { readonly minimum: number; readonly maximum: number; current: number } | null;
  place: Rect | null;
  views: ViewFacts | null = null;
  dock: DockPosition | null = null;
  /** Whether its app allows resizing it. */
  movable = false;
  /** Does not report whether it is a password field while it is empty. */
  mayHide = false;
  /** Null while the caret is at the end; see `element.ts`. */
  marked: Marked | null = null;
  parent: FakeElement | null = null;
  /** What its app reports only once it is focused, e.g. the name of an HTML control in its label. */
  onFocus: (() => void) | null = null;
  /** Whether its app reports that it is pressed; browsers do not. */
  reportsPresses = true;
  /** Assigned by the window on first use. */
  runtimeId = '';
  #children: readonly FakeElement[] | (() => readonly FakeElement[]);

  constructor(spec: ElementSpec) {
    this.controlType = spec.controlType;
    this.name = spec.name ?? '';
    this.role = spec.role;
    this.automationId = spec.id ?? '';
    this.description = spec.description ?? '';
    this.states = new Set(['enabled', 'visible', ...(spec.states ?? [])]);
    this.value = spec.value ?? null;
    this.range = spec.range ? { ...spec.range } : null;
    this.multiple = spec.multiple ?? false;
    this.columns = spec.columns ?? null;
    this.labelledBy = spec.labelledBy ?? null;
    this.place = spec.at ? { x: spec.at[0], y: spec.at[1], width: spec.at[2], height: spec.at[3] } : null;
    this.onInvoke = spec.onInvoke;
    this.onChange = spec.onChange;
    this.#children = spec.children ?? [];
  }

  /** Creates lazy children once. */
  get children(): readonly FakeElement[] {
    if (typeof this.#children === 'function') this.#children = this.#children();
    for (const child of this.#children) child.parent = this;
    return this.#children;
  }

  set children(children: readonly FakeElement[]) {
    this.#children = children;
  }

  set(state: ElementState, on: boolean): void {
    if (on) this.states.add(state);
    else this.states.delete(state);
  }

  has(state: ElementState): boolean {
    return this.states.has(state);
  }

  get secret(): boolean {
    return this.has('password');
  }
}

/** True unless the element or a collapsed ancestor is hidden. */
export function isShown(element: FakeElement): boolean {
  if (!element.has('visible')) return false;
  for (let parent = element.parent; parent !== null; parent = parent.parent) {
    if (!parent.has('visible') || (parent.has('expandable') && !parent.has('expanded'))) return false;
  }
  return true;
}

/** The element and its descendants in tree order. Creates lazy children. */
export function* descend(element: FakeElement): Generator<FakeElement> {
  yield element;
  for (const child of element.children) yield* descend(child);
}

export function element(spec: ElementSpec): FakeElement {
  return new FakeElement(spec);
}

export interface Marked {
  readonly start: number;
  readonly end: number;
}

/** The selected range of a field in code points; an empty range is the caret. By default, the end of the text. */
export function markedIn(field: FakeElement, points = Array.from(field.value ?? '')): Marked {
  const { length } = points;
  const { start, end } = field.marked ?? { start: length, end: length };
  return { start: Math.min(start, length), end: Math.min(end, length) };
}

export function textFactsOf(element: FakeElement): TextFacts | null {
  if (element.value === null || element.range !== null) return null;
  const points = Array.from(element.value);
  const marked = markedIn(element, points);
  return {
    length: points.length,
    caret: element.has('editable') ? marked.end : null,
    selections: marked.start < marked.end ? [marked] : [],
    selectedText: element.secret ? '' : points.slice(marked.start, marked.end).join(''),
    multiline: element.has('multiline'),
  };
}

/** Replaces the selection, or `instead`, with `text` and places the caret after it. Returns the new value. */
export function replaceMarked(field: FakeElement, text: string, instead: Marked = markedIn(field)): string {
  const points = Array.from(field.value ?? '');
  const caret = instead.start + Array.from(text).length;
  field.marked = { start: caret, end: caret };
  return [...points.slice(0, instead.start), text, ...points.slice(instead.end)].join('');
}
