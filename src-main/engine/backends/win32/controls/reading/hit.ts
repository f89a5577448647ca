import { contains, type Point } from '#contract/model/geometry';
import * as api from '../access/api.ts';
import { Control } from '../access/control.ts';
import type { Reading } from '../access/reading.ts';
import { partId } from '../ids.ts';
import { kindOf } from '../kinds/all.ts';
import { isGroupBox } from '../kinds/button.ts';
import { openList } from '../kinds/combo-box.ts';
import type { Part, Parts } from '../kinds/kind.ts';
import { listItems } from '../kinds/list-box.ts';
import { findWindowEx, isWindowVisible } from '../../native/window.ts';

/** Limit on parts searched for a point, if the control has no hit test. */
const mostParts = 500;
/** `CWP_SKIPINVISIBLE` of winuser.h. */
const skipInvisible = 1;
/** The lists below combo boxes. */
const listClass = 'ComboLBox';

/** The deepest element at a screen point; null if the window has none there. */
export function hitAt(reading: Reading, at: Point): string | null {
  const popUps = reading.popUps().map((window) => reading.control(window));
  const popUp = popUps.find(({ bounds }) => contains(bounds, at));
  if (popUp) return deepest(popUp, at);
  const root = reading.control(reading.root);
  if (hasOpenList(reading, at)) {
    const choice = inOpenList(root, at);
    if (choice) return choice;
  }
  return contains(root.bounds, at) ? deepest(root, at) : null;
}

function deepest(control: Control, at: Point): string {
  let inside = control;
  for (let next = childAt(inside, at); next; next = childAt(inside, at)) inside = next;
  return partId(inside.window, partAt(kindOf(inside).describe(inside).parts, at));
}

/** The topmost child there; a group box only if there is nothing else. */
function childAt({ reading, window, client }: Control, at: Point): Control | null {
  if (!contains(client, at)) return null;
  const inClient = { x: at.x - client.x, y: at.y - client.y };
  const child = api.childWindowFromPoint(window, inClient, skipInvisible);
  if (child === 0 || child === window) return null;
  const control = reading.control(child);
  return isGroupBox(control) ? (framed(control, at) ?? control) : control;
}

/** The elements behind a group box. */
function framed({ reading, window, parent }: Control, at: Point): Control | null {
  const siblings = parent ? reading.childWindows(parent.window) : [];
  for (const sibling of siblings.slice(siblings.indexOf(window) + 1)) {
    const control = reading.control(sibling);
    if (control.isVisible && contains(control.bounds, at) && !isGroupBox(control)) return control;
  }
  return null;
}

/** The keys of the path to the part there. */
function partAt(parts: Parts | undefined, at: Point): readonly string[] {
  if (!parts || parts.count === 0) return [];
  if (!parts.at) {
    const found = parts.read(0, mostParts).find(({ bounds }) => bounds && contains(bounds, at));
    return found ? [found.key, ...partAt(found.parts, at)] : [];
  }
  const path = parts.at(at)?.split('.') ?? [];
  // Controls report the row at a point; the cell is found by bounds.
  return path.length === 0 ? [] : [...path, ...partAt(lastOf(parts, path)?.parts, at)];
}

function lastOf(parts: Parts, [key = '', ...rest]: readonly string[]): Part | null {
  const part = parts.find(key);
  if (!part || rest.length === 0) return part;
  return part.parts ? lastOf(part.parts, rest) : null;
}

function hasOpenList(reading: Reading, at: Point): boolean {
  for (let list = findWindowEx(0, 0, listClass, null); list !== 0; list = findWindowEx(0, list, listClass, null)) {
    if (isWindowVisible(list) && contains(new Control(reading, list, null).bounds, at)) return true;
  }
  return false;
}

/** In the list of an open combo box, which extends beyond the window. */
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
