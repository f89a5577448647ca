import { element, type FakeElement } from '../element.ts';
import type { FakeApp } from '../desktop.ts';

const rows = ['789÷', '456×', '123−', '0.=+'];
const keys: Readonly<Record<string, string>> = { '/': '÷', '*': '×', '-': '−', Enter: '=' };

/** A calculator: a display, a named keypad, and keys that press the matching buttons. */
export const calculator: FakeApp = () => {
  const state = createState();
  const display = element({
    controlType: 'Edit',
    name: 'Display',
    id: 'display',
    at: [10, 40, 220, 40],
    value: '0',
    states: ['readonly', 'focusable'],
  });
  const press = (key: string) => void (display.value = state.press(key));
  const memory = element({
    controlType: 'CheckBox',
    name: 'Keep history',
    at: [10, 310, 220, 24],
    states: ['checkable', 'focusable'],
  });
  const root = element({
    controlType: 'Window',
    name: 'Calculator',
    children: [menuBar(() => press('C')), display, clear(press), keypad(press), memory],
  });
  return {
    title: 'Calculator',
    app: 'calculator',
    className: 'Calculator',
    root,
    content: { x: 80, y: 100, width: 240, height: 340 },
    onKey: (key, text) => {
      const wanted = keys[text ?? key] ?? text ?? (key === 'Escape' ? 'C' : '');
      if (wanted === 'C' || rows.some((row) => row.includes(wanted))) press(wanted);
    },
  };
};

function menuBar(clearAll: () => void): FakeElement {
  const reset = element({ controlType: 'MenuItem', name: 'Clear all', at: [50, 26, 120, 24], onInvoke: clearAll });
  const edit = element({
    controlType: 'MenuItem',
    name: 'Edit',
    at: [50, 0, 50, 26],
    children: [reset],
    states: ['expandable'],
  });
  return element({ controlType: 'MenuBar', at: [0, 0, 240, 26], children: [edit] });
}

function clear(press: (key: string) => void): FakeElement {
  return element({
    controlType: 'Button',
    name: 'C',
    id: 'clear',
    description: 'Clear the display',
    at: [10, 90, 220, 30],
    states: ['focusable'],
    onInvoke: () => press('C'),
  });
}

function keypad(press: (key: string) => void): FakeElement {
  const buttons = rows.flatMap((row, y) =>
    Array.from(row).map((key, x) =>
      element({
        controlType: 'Button',
        name: key,
        at: [10 + x * 56, 126 + y * 46, 52, 42],
        states: ['focusable'],
        onInvoke: () => press(key),
        // Real toolkits put a label inside each button, so a hit test returns the label.
        children: [element({ controlType: 'Text', name: key, at: [28 + x * 56, 138 + y * 46, 16, 18] })],
      }),
    ),
  );
  return element({ controlType: 'Group', name: 'keypad', at: [10, 126, 220, 180], children: buttons });
}

/** Infix arithmetic without precedence, as pocket calculators do it. */
function createState(): { press(key: string): string } {
  let shown = '0';
  let left: number | null = null;
  let operator = '';
  let fresh = true;
  const apply = () => {
    if (left !== null && operator) shown = String(compute(left, operator, Number(shown)));
    left = null;
    operator = '';
    fresh = true;
  };
  return {
    press(key) {
      if (/[0-9.]/.test(key)) {
        shown = fresh ? key : shown + key;
        fresh = false;
      } else if (key === 'C') {
        [shown, left, operator, fresh] = ['0', null, '', true];
      } else if (key === '=') {
        apply();
      } else {
        apply();
        [left, operator] = [Number(shown), key];
      }
      return shown;
    },
  };
}

function compute(left: number, operator: string, right: number): number {
  if (operator === '+') return left + right;
  if (operator === '−') return left - right;
  return operator === '×' ? left * right : left / right;
}
