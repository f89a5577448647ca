import type { ScrollFacts } from '#contract/model/elements/element-facts';
import type { Rect } from '#contract/model/geometry';
import type { ScrollAxis } from '#contract/model/elements/pattern';
import type { FakeElement } from './element.ts';

/** Lists scroll up and down when their rows are higher than they are. In percent of the way. */
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

/** How far a notch of the wheel moves rows, in pixels. */
const notchPixels = 40;

/** The wheel is turned over an element: the list around it scrolls. @param notches positive is up */
export function turnOver(element: FakeElement, notches: number): void {
  const way = wayOf(element);
  if (way) moveRows(element, way.done - Math.min(way.whole, Math.max(0, way.done - notches * notchPixels)));
  else if (element.parent) turnOver(element.parent, notches);
}

/** Moves the rows of a list so that this one is its first visible row, as far as the list goes. */
export function scrollIntoView(row: FakeElement): void {
  const list = row.parent;
  const way = list && wayOf(list);
  if (!way || !list.place || !row.place) return;
  moveRows(list, Math.max(list.place.y - row.place.y, way.done - way.whole));
}

/** How far a list is scrolled, and how far it can be, in pixels; null where all of it can be seen. */
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
