import { contains, type Point } from '#contract/model/geometry';
import { isWindowVisible } from '../access/api.ts';
import type { Control } from '../access/control.ts';
import type { Reading } from '../access/reading.ts';
import { isGroupBox } from '../kinds/button.ts';
import { openList } from '../kinds/combo-box.ts';
import { listItems } from '../kinds/list-box.ts';
import { childrenOf, controlElement, elementAt, type Element } from './element.ts';
import { partId } from '../ids.ts';

/** Parts of a control that are looked through for a place, where the control does not say itself. */
const mostParts = 500;

/** The deepest element at a point of the screen; null where the window has none there. */
export function hitAt(reading: Reading, at: Point): string | null {
  const popUp = reading
    .popUps()
    .map((window) => reading.control(window))
    .find(({ bounds }) => contains(bounds, at));
  if (popUp) return deepest(popUp, at);
  const root = reading.control(reading.root);
  return inOpenList(root, at) ?? (contains(root.bounds, at) ? deepest(root, at) : null);
}

function deepest(control: Control, at: Point): string {
  let inside = control;
  for (let next = childAt(inside, at); next; next = childAt(inside, at)) inside = next;
  return partAt(inside, at);
}

/** The topmost child there; a frame around others only where nothing else is. */
function childAt({ reading, window, client }: Control, at: Point): Control | null {
  if (!contains(client, at)) return null;
  const there: Control[] = [];
  for (const child of reading.childWindows(window)) {
    const control = reading.control(child);
    if (control.isVisible && control.parent?.window === window && contains(control.bounds, at)) there.push(control);
  }
  return there.find((control) => !isGroupBox(control)) ?? there[0] ?? null;
}

function partAt(control: Control, at: Point): string {
  const element = controlElement(control);
  const { parts } = element.facets;
  if (!parts?.at) return partByPlace(element, at).row.runtimeId;
  const key = parts.at(at);
  if (key === null) return element.row.runtimeId;
  // Rows say which of them is there; which cell, their places do.
  return partByPlace(elementAt(control.reading, partId(control.window, key.split('.'))), at).row.runtimeId;
}

function partByPlace(element: Element, at: Point): Element {
  const { parts } = element.facets;
  if (!parts || parts.count === 0) return element;
  const found = childrenOf(element, { offset: 0, limit: Math.min(mostParts, parts.count) });
  const hit = found.find(({ place, row }) => place.path.length > 0 && row.bounds && contains(row.bounds, at));
  return hit ? partByPlace(hit, at) : element;
}

/** In the list below a combo box that is open, which hangs out of the window. */
function inOpenList(control: Control, at: Point): string | null {
  for (const window of control.reading.childWindows(control.window)) {
    if (!isWindowVisible(window)) continue;
    const child = control.reading.control(window);
    const found = child.base === 'combobox' ? inListOf(child, at) : inOpenList(child, at);
    if (found) return found;
  }
  return null;
}

function inListOf(combo: Control, at: Point): string | null {
  const list = openList(combo);
  if (!list || !contains(list.bounds, at)) return null;
  const key = listItems(list).at?.(at) ?? null;
  return partId(combo.window, key === null ? [] : [key]);
}
