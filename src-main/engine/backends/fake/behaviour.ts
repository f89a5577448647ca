import { AppError } from '#contract/errors';
import type { Pattern, PatternCall } from '#contract/model/element';
import type { FakeElement } from './element.ts';

/** What can be done to an element, from what it is. A disabled one can only be read. */
export function patternsOf(element: FakeElement): readonly Pattern[] {
  const able = element.has('enabled');
  const patterns: [Pattern, boolean][] = [
    ['invoke', able && element.onInvoke !== undefined],
    ['toggle', able && element.has('checkable') && !element.has('selectable')],
    ['value', able && element.has('editable')],
    ['rangeValue', able && element.range !== null],
    ['text', element.value !== null && !element.secret],
    ['select', able && element.has('selectable')],
    ['expand', able && element.has('expandable')],
    ['scrollItem', element.has('offscreen') || element.controlType === 'ListItem'],
  ];
  return patterns.filter(([, has]) => has).map(([name]) => name);
}

/** Does to an element what a pattern asks. @throws AppError `pattern_not_supported` */
export function runPattern(element: FakeElement, call: PatternCall): void {
  if (!patternsOf(element).includes(call.pattern)) throw new AppError('pattern_not_supported');
  switch (call.pattern) {
    case 'invoke':
      return element.onInvoke?.();
    case 'toggle': {
      toggle(element);
      return;
    }
    case 'value': {
      setValue(element, call.value);
      return;
    }
    case 'rangeValue': {
      setRange(element, call.value);
      return;
    }
    case 'select': {
      select(element);
      return;
    }
    case 'expand': {
      expand(element, call.expanded);
      return;
    }
    case 'scrollItem': {
      scrollIntoView(element);
      return;
    }
  }
}

/** What a left click does to an enabled element. */
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

function select(element: FakeElement): void {
  for (const sibling of element.parent?.children ?? []) {
    sibling.set('selected', sibling === element);
    if (sibling.has('checkable')) sibling.set('checked', sibling === element);
  }
  const owner = element.parent;
  if (owner?.controlType === 'ComboBox') {
    owner.value = element.name;
    expand(owner, false);
    owner.onChange?.();
  }
  element.onChange?.();
}

export function expand(element: FakeElement, expanded: boolean): void {
  element.set('expanded', expanded);
  if (expanded) return;
  for (const child of element.children) if (child.has('expanded')) expand(child, false);
}

/** Moves the rows of a list so that this one is its first visible row. */
function scrollIntoView(element: FakeElement): void {
  const list = element.parent;
  if (!list?.place || !element.place) return;
  const by = list.place.y - element.place.y;
  for (const row of list.children) {
    if (!row.place) continue;
    row.place = { ...row.place, y: row.place.y + by };
    row.set('offscreen', row.place.y < list.place.y || row.place.y + row.place.height > bottom(list));
  }
}

function bottom(element: FakeElement): number {
  return (element.place?.y ?? 0) + (element.place?.height ?? 0);
}
