import { AppError } from '#contract/errors';
import type { Pattern, PatternCall } from '#contract/model/elements/pattern';
import type { FakeElement } from './element.ts';
import { scroll, scrollIntoView, scrollOf, itemsOf, selectItem, selectItems } from './patterns.ts';

/** The patterns of an element, derived from its role; reported for disabled elements too, as real toolkits do. */
export function patternsOf(element: FakeElement): readonly Pattern[] {
  const patterns: [Pattern, boolean][] = [
    ['invoke', element.onInvoke !== undefined],
    ['toggle', element.has('checkable') && !element.has('selectable')],
    ['value', element.has('editable')],
    ['rangeValue', element.range !== null],
    ['text', element.value !== null],
    ['selection', itemsOf(element).length > 0],
    ['select', element.has('selectable')],
    ['expand', element.has('expandable')],
    ['scroll', scrollOf(element) !== null],
    ['scrollItem', element.has('offscreen') || element.controlType === 'ListItem'],
    ['grid', element.columns !== null],
    ['table', element.columns !== null],
    ['multipleView', element.views !== null],
    ['dock', element.dock !== null],
    ['window', element.parent === null],
    ['transform', element.parent === null || element.movable],
  ];
  return patterns.filter(([, has]) => has).map(([name]) => name);
}

type Doing = { readonly [C in PatternCall as C['pattern']]: (element: FakeElement, call: C) => void };

const doing: Omit<Doing, 'window'> = {
  invoke: (element) => element.onInvoke?.(),
  toggle: (element) => toggle(element),
  value: (element, { value }) => setValue(element, value),
  rangeValue: (element, { value }) => setRange(element, value),
  text: (element, { select }) => void (element.marked = select),
  selection: (element, { select }) => selectItems(element, select),
  select: (element, { how }) => select(element, how),
  expand: (element, { expanded }) => expand(element, expanded),
  scroll: (element, { vertical }) => vertical && scroll(element, vertical),
  scrollItem: (element) => scrollIntoView(element),
  multipleView: (element, { view }) => element.views && void (element.views = { ...element.views, current: view }),
  dock: (element, { position }) => void (element.dock = position),
  transform: (element, { width, height }) => {
    const { place } = element;
    if (place) element.place = { ...place, width: width ?? place.width, height: height ?? place.height };
  },
};

/** Performs a pattern on an element. A disabled element ignores it. @throws AppError `pattern_not_supported` */
export function runPattern(element: FakeElement, call: PatternCall): void {
  if (call.pattern === 'window' || !patternsOf(element).includes(call.pattern)) {
    throw new AppError('pattern_not_supported');
  }
  const run = doing[call.pattern] as (element: FakeElement, call: PatternCall) => void;
  if (element.has('enabled')) run(element, call);
}

/** The effect of a left click on an enabled element. */
export function activate(element: FakeElement): void {
  if (!element.has('enabled')) return;
  const patterns = patternsOf(element);
  if (patterns.includes('toggle')) toggle(element);
  if (patterns.includes('expand')) expand(element, !element.has('expanded'));
  if (patterns.includes('select')) select(element);
  if (patterns.includes('invoke')) element.onInvoke?.();
}

export function setValue(element: FakeElement, value: string): void {
  element.value = value;
  element.marked = null;
  element.onChange?.();
}

export function setRange(element: FakeElement, value: number): void {
  const { range } = element;
  if (range === null) return;
  range.current = Math.min(range.maximum, Math.max(range.minimum, value));
  element.onChange?.();
}

function toggle(element: FakeElement): void {
  element.set('checked', !element.has('checked'));
  element.onChange?.();
}

function select(element: FakeElement, how?: 'only' | 'add' | 'remove'): void {
  selectItem(element, how);
  const owner = element.parent;
  if (owner?.controlType !== 'ComboBox') return;
  owner.value = element.name;
  expand(owner, false);
  owner.onChange?.();
}

export function expand(element: FakeElement, expanded: boolean): void {
  element.set('expanded', expanded);
  if (expanded) return;
  for (const child of element.children) if (child.has('expanded')) expand(child, false);
}
