import type { KeyChord } from '#contract/model/action';
import { activate, setRange, setValue } from './behaviour.ts';
import type { FakeDesktop } from './desktop.ts';
import { descend, isShown, type FakeElement } from './element.ts';
import { actOnWindow } from './window-acts.ts';
import type { FakeWindow } from './window.ts';

/** Fields whose whole text is marked: the next typing replaces it. */
const marked = new WeakSet<FakeElement>();

/** What a key does: the focused element first, then what every window does, then the app. */
export function handleKey(desktop: FakeDesktop, chord: KeyChord, text: string | null): void {
  const window = desktop.active;
  if (!window) return;
  const { focused } = window;
  if (focused && focused.has('enabled') && (edits(focused, chord, text) || drives(focused, chord))) return;
  if (chord === 'Tab' || chord === 'shift+Tab') {
    moveFocus(window, chord === 'Tab' ? 1 : -1);
    return;
  }
  if (chord === 'alt+F4') {
    actOnWindow(desktop, window, 'close');
    return;
  }
  window.spec.onKey?.(chord, text);
}

/** Typing in a field; the caret stays at its end. */
function edits(field: FakeElement, chord: KeyChord, text: string | null): boolean {
  if (!field.has('editable')) return false;
  const before = marked.has(field) ? '' : (field.value ?? '');
  if (chord === 'ctrl+a') {
    marked.add(field);
    return true;
  }
  const after = edited(field, before, marked.has(field), chord, text);
  if (after === null) return false;
  marked.delete(field);
  setValue(field, after);
  return true;
}

function edited(
  field: FakeElement,
  before: string,
  wholeMarked: boolean,
  chord: KeyChord,
  text: string | null,
): string | null {
  if (text !== null) return before + text;
  if (chord === 'Backspace' || chord === 'Delete') {
    if (wholeMarked) return '';
    return chord === 'Backspace' ? Array.from(before).slice(0, -1).join('') : before;
  }
  return chord === 'Enter' && field.has('multiline') ? `${before}\n` : null;
}

/** Keys that work a control as a click would. */
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

function moveFocus(window: FakeWindow, by: 1 | -1): void {
  const stops = [...descend(window.root)].filter((e) => e.has('focusable') && e.has('enabled') && isShown(e));
  if (stops.length === 0) return;
  const at = window.focused ? stops.indexOf(window.focused) : by === 1 ? -1 : 0;
  window.focused = stops[(at + by + stops.length) % stops.length] ?? null;
}
