import type { KeyChord } from '#contract/model/recordings/action';
import { activate, expand, setRange } from './behaviour.ts';
import type { FakeDesktop } from './desktop.ts';
import { descend, isShown, type FakeElement, markedIn, replaceMarked, type Marked } from './element.ts';
import { actOnWindow } from './window-acts.ts';
import type { FakeWindow } from './window.ts';

/** Key handling: the focused element first, then shortcuts of every window, then the app. */
export function handleKey(desktop: FakeDesktop, chord: KeyChord, text: string | null): void {
  const window = desktop.keyHolder ?? desktop.active;
  if (!window) return;
  const menu = openMenu(window);
  if (menu) {
    drivesMenu(menu, chord, text);
    return;
  }
  const { focused } = window;
  if (focused && focused.has('enabled') && (edits(focused, chord, text) || drives(focused, chord))) return;
  const beside = focused && itemBeside(focused, chord);
  if (beside) {
    window.focused = beside;
    return;
  }
  if (chord === 'Tab' || chord === 'shift+Tab') {
    moveFocus(window, chord === 'Tab' ? 1 : -1);
    return;
  }
  const [firstMenu] = chord === 'F10' ? menusOf(window) : [];
  if (firstMenu) {
    expand(firstMenu, true);
    return;
  }
  if (chord === 'alt+F4') {
    actOnWindow(desktop, window, 'close');
    return;
  }
  window.spec.onKey?.(chord, text);
}

/** The open menu, which receives all keys of its window. Menus hang from the bar at the top. */
export function openMenu(window: FakeWindow): FakeElement | null {
  return menusOf(window).find((menu) => menu.has('expanded')) ?? null;
}

function menusOf({ root }: FakeWindow): readonly FakeElement[] {
  return root.children.filter(({ controlType }) => controlType === 'MenuBar').flatMap(({ children }) => children);
}

function drivesMenu(menu: FakeElement, chord: KeyChord, text: string | null): void {
  const entries = menu.children;
  const at = entries.findIndex((entry) => entry.has('selected'));
  const by = chord === 'ArrowDown' ? 1 : chord === 'ArrowUp' ? -1 : 0;
  const presses = chord === 'Enter' || chord === 'Space';
  const letter = text !== null && text !== ' ' && entries.find(({ name }) => name.toLowerCase().startsWith(text));
  const pressed = presses ? entries[at] : letter || undefined;
  for (const entry of entries) entry.set('selected', false);
  if (by !== 0) entries[(at + by + entries.length) % entries.length]?.set('selected', true);
  if (pressed || chord === 'Escape') expand(menu, false);
  if (pressed) activate(pressed);
}

/** Typing in a field: inserts at the caret or replaces the selection. */
function edits(field: FakeElement, chord: KeyChord, text: string | null): boolean {
  if (!field.has('editable')) return false;
  if (chord === 'ctrl+a') {
    field.marked = { start: 0, end: Array.from(field.value ?? '').length };
    return true;
  }
  const value = edited(field, chord, text);
  if (value === null) return false;
  field.value = value;
  field.onChange?.();
  return true;
}

function edited(field: FakeElement, chord: KeyChord, text: string | null): string | null {
  if (text !== null) return replaceMarked(field, text);
  if (chord === 'Backspace' || chord === 'Delete') return replaceMarked(field, '', erased(field, chord));
  return chord === 'Enter' && field.has('multiline') ? replaceMarked(field, '\n') : null;
}

/** The selection, or else the character next to the caret. */
function erased(field: FakeElement, chord: 'Backspace' | 'Delete'): Marked {
  const { start, end } = markedIn(field);
  if (start < end) return { start, end };
  return chord === 'Backspace' ? { start: Math.max(0, start - 1), end } : { start, end: end + 1 };
}

/** Keys that activate a control like a click. */
function drives(element: FakeElement, chord: KeyChord): boolean {
  const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[chord];
  if (element.range && step) {
    setRange(element, element.range.current + step);
    return true;
  }
  const presses = chord === 'Space' || (chord === 'Enter' && element.controlType === 'Button');
  if (presses && !element.has('editable') && element.controlType !== 'Edit') activate(element);
  return presses && element.controlType !== 'Edit';
}

/** The target of an arrow key, starting from a list item. */
function itemBeside(item: FakeElement, chord: KeyChord): FakeElement | null {
  const by = chord === 'ArrowDown' ? 1 : chord === 'ArrowUp' ? -1 : 0;
  if (by === 0 || item.controlType !== 'ListItem') return null;
  const items = item.parent?.children ?? [];
  return items[items.indexOf(item) + by] ?? null;
}

function moveFocus(window: FakeWindow, by: 1 | -1): void {
  const stops = [...descend(window.root)].filter((e) => e.has('focusable') && e.has('enabled') && isShown(e));
  if (stops.length === 0) return;
  const at = window.focused ? stops.indexOf(window.focused) : by === 1 ? -1 : 0;
  window.focused = stops[(at + by + stops.length) % stops.length] ?? null;
}
