import { AppError } from '#contract/errors';
import type { SelectionFacts } from '#contract/model/elements/element-facts';
import type { RawLink } from '../../backend.ts';
import type { FakeElement } from './element.ts';

/** The items of a container that can be selected. */
export function itemsOf(container: FakeElement): readonly FakeElement[] {
  return container.children.filter((child) => child.has('selectable'));
}

export function selectionOf(
  container: FakeElement,
  link: (element: FakeElement) => RawLink,
): SelectionFacts<RawLink> | null {
  const items = itemsOf(container);
  if (items.length === 0) return null;
  const selected = items.filter((item) => item.has('selected'));
  return { canSelectMultiple: container.multiple, count: selected.length, selected: selected.map(link) };
}

/** @throws AppError `pattern_not_supported` where only one can be selected */
export function selectItem(item: FakeElement, how: 'only' | 'add' | 'remove' = 'only'): void {
  const owner = item.parent;
  if (how !== 'only') refuseSingle(owner);
  if (how === 'only') for (const sibling of owner?.children ?? []) if (sibling !== item) mark(sibling, false);
  mark(item, how !== 'remove');
  item.onChange?.();
}

/** @throws AppError `pattern_not_supported` where only one can be selected, and that one must be */
export function selectItems(container: FakeElement, which: 'all' | 'none'): void {
  refuseSingle(container);
  for (const item of itemsOf(container)) mark(item, which === 'all');
}

function mark(item: FakeElement, selected: boolean): void {
  item.set('selected', selected);
  if (item.has('checkable')) item.set('checked', selected);
}

function refuseSingle(container: FakeElement | null): void {
  if (container?.multiple) return;
  throw new AppError('pattern_not_supported', 'Exactly one item is selected there.', { delivery: 'not_delivered' });
}
