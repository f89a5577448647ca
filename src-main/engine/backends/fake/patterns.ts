import { AppError } from '#contract/errors';
import type { SelectionFacts, CellFacts, TableFacts, ScrollFacts } from '#contract/model/elements/element-facts';
import type { Rect } from '#contract/model/geometry';
import type { ScrollAxis } from '#contract/model/elements/pattern';
import type { RawLink } from '../../backend.ts';
import type { FakeElement } from './element.ts';

/** The selectable items of a container. */
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

/** @throws AppError `pattern_not_supported` for single selection */
export function selectItem(item: FakeElement, how: 'only' | 'add' | 'remove' = 'only'): void {
  const owner = item.parent;
  if (how !== 'only') refuseSingle(owner);
  if (how === 'only') for (const sibling of owner?.children ?? []) if (sibling !== item) mark(sibling, false);
  mark(item, how !== 'remove');
  item.onChange?.();
}

/** @throws AppError `pattern_not_supported` for single selection, or if one item must stay selected */
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

/** A grid's children are the column headers, followed by the cells row by row. */
export function tableOf(grid: FakeElement, link: (element: FakeElement) => RawLink): TableFacts<RawLink> | null {
  if (grid.columns === null) return null;
  const { columns, children } = grid;
  const columnHeaders = children.slice(0, columns).map(link);
  return { rows: rowCount(children.length, columns), columns, rowHeaders: [], columnHeaders };
}

export function cellOf(element: FakeElement): CellFacts | null {
  const columns = element.parent?.columns ?? null;
  const at = element.parent?.children.indexOf(element) ?? -1;
  if (columns === null || at < columns) return null;
  return { row: Math.floor(at / columns) - 1, column: at % columns, rowSpan: 1, columnSpan: 1 };
}

/** @throws AppError `pattern_not_supported`, `not_found` */
export function cellAt(grid: FakeElement, row: number, column: number): FakeElement {
  if (grid.columns === null) throw new AppError('pattern_not_supported', 'The element is not a grid.');
  const rows = rowCount(grid.children.length, grid.columns);
  const cell = column < grid.columns ? grid.children[(row + 1) * grid.columns + column] : undefined;
  if (cell) return cell;
  throw new AppError('not_found', `There is no cell ${row}, ${column}: it has ${rows} rows, ${grid.columns} columns.`);
}

function rowCount(children: number, columns: number): number {
  return children / columns - 1;
}

/** Lists scroll vertically when their rows are taller than the list. In percent. */
export function scrollOf(list: FakeElement): ScrollFacts | null {
  const way = wayOf(list);
  return way && { horizontal: null, vertical: (way.done / way.whole) * 100 };
}

export function scroll(list: FakeElement, vertical: ScrollAxis): void {
  const way = wayOf(list);
  if (!way) return;
  const wanted = 'to' in vertical ? vertical.to : (way.done / way.whole) * 100 + vertical.by;
  moveRows(list, way.done - (way.whole * Math.min(100, Math.max(0, wanted))) / 100);
}

/** Distance of one wheel notch, in pixels. */
const notchPixels = 40;

/** Turns the wheel over an element, scrolling the list that contains it. @param notches positive is up */
export function turnOver(element: FakeElement, notches: number): void {
  const way = wayOf(element);
  if (way) moveRows(element, way.done - Math.min(way.whole, Math.max(0, way.done - notches * notchPixels)));
  else if (element.parent) turnOver(element.parent, notches);
}

/** Scrolls a list so that this row is the first visible one, as far as possible. */
export function scrollIntoView(row: FakeElement): void {
  const list = row.parent;
  const way = list && wayOf(list);
  if (!way || !list.place || !row.place) return;
  moveRows(list, Math.max(list.place.y - row.place.y, way.done - way.whole));
}

/** Current and maximum scroll offset of a list, in pixels; null if the whole list is visible. */
function wayOf(list: FakeElement): { readonly done: number; readonly whole: number } | null {
  const first = list.children[0]?.place;
  const last = list.children.at(-1)?.place;
  if (list.controlType !== 'List' || !list.place || !first || !last) return null;
  const whole = bottom(last) - first.y - list.place.height;
  return whole > 0 ? { done: list.place.y - first.y, whole } : null;
}

function moveRows(list: FakeElement, by: number): void {
  const { place: seen } = list;
  if (!seen) return;
  for (const row of list.children) {
    if (!row.place) continue;
    row.place = { ...row.place, y: row.place.y + Math.round(by) };
    row.set('offscreen', row.place.y < seen.y || bottom(row.place) > bottom(seen));
  }
}

function bottom(place: Rect): number {
  return place.y + place.height;
}
