import type { Point, Rect } from '#contract/model/geometry';
import type { Control } from '../access/control.ts';
import { rectAt } from '../access/control.ts';
import { itemText, labelOf } from './text/label.ts';
import { numbered, type ControlKind, type Operations, type Part, type Parts, partStates } from './kind.ts';
import { linksTo } from './text/link.ts';
import { notifyParent } from './notify.ts';
import { barWay, scroller, type Scroller } from './scrolling.ts';

/** Of winuser.h. */
const lb = {
  setSelection: 0x0185,
  setCurrent: 0x0186,
  getSelection: 0x0187,
  getCurrent: 0x0188,
  getText: 0x0189,
  getTextLength: 0x018a,
  getCount: 0x018b,
  getTopIndex: 0x018e,
  getSelectedCount: 0x0190,
  getSelectedItems: 0x0191,
  setTopIndex: 0x0197,
  getItemRect: 0x0198,
  setCaretIndex: 0x019e,
  getCaretIndex: 0x019f,
  getItemHeight: 0x01a1,
  itemFromPoint: 0x01a9,
} as const;
/** `LBS_MULTIPLESEL`, `LBS_OWNERDRAWFIXED`, `LBS_OWNERDRAWVARIABLE`, `LBS_HASSTRINGS`, `LBS_MULTICOLUMN`, `LBS_EXTENDEDSEL`, `LBS_NOSEL`. */
const style = {
  multiple: 0x0008,
  ownerDrawn: 0x0010,
  ownerVariable: 0x0020,
  hasStrings: 0x0040,
  multiColumn: 0x0200,
  extended: 0x0800,
  noSelection: 0x4000,
} as const;
const selectionChanged = 1;
const doubleClicked = 2;
export const listBox: ControlKind = {
  classes: ['listbox', 'combolbox'],
  describe: (control) => ({
    controlType: 'List',
    label: labelOf(control),
    focusable: true,
    parts: listItems(control),
    facts: () => {
      const chosen = selectedIndices(control);
      const selected = linksTo(control, chosen, (index) => readItems(control, index, 1)[0]);
      return {
        selection: { canSelectMultiple: takesSeveral(control), count: chosen.length, selected },
        scroll: rowScroller(control).facts(),
      };
    },
    operations: {
      scroll: (call) => rowScroller(control).scroll(call),
      selection: ({ select }) => selectEvery(control, select === 'all'),
    },
  }),
};

export function listItems(control: Control): Parts {
  const parts = numbered(Math.max(0, control.ask(lb.getCount)), (first, count) => readItems(control, first, count));
  return { ...parts, at: (point) => itemAt(control, point) };
}

function readItems(control: Control, first: number, count: number): readonly Part[] {
  const selected = new Set(selectedIndices(control));
  const placeOf = placesOf(control);
  const focused = isFocused(control) ? control.ask(lb.getCaretIndex) : -1;
  return Array.from({ length: count }, (_, at): Part => {
    const index = first + at;
    const bounds = placeOf(index);
    const own = ['focusable', 'selectable', selected.has(index) && 'selected', focused === index && 'focused'] as const;
    return {
      key: String(index),
      controlType: 'ListItem',
      name: textAt(control, index),
      bounds,
      states: partStates(control, bounds, own),
      operations: itemOperations(control, index),
      focus: () => void control.request(lb.setCaretIndex, index),
      properties: () => ({ index: String(index) }),
    };
  });
}

function isFocused(control: Control): boolean {
  return control.reading.focusOf(control.threadId) === control.window;
}

function textAt(control: Control, index: number): string {
  const isDrawn = control.hasStyle(style.ownerDrawn) || control.hasStyle(style.ownerVariable);
  return itemText(control, index, { ...lb, isDrawn: isDrawn && !control.hasStyle(style.hasStrings) });
}

/** Rows of fixed height are stacked; other lists are queried for every item. */
function placesOf(control: Control): (index: number) => Rect {
  if (control.hasStyle(style.ownerVariable) || control.hasStyle(style.multiColumn)) {
    return (index) => {
      const rect = Buffer.alloc(16);
      control.askBuffer(lb.getItemRect, index, rect);
      return control.toScreen(rectAt(rect));
    };
  }
  const top = control.ask(lb.getTopIndex);
  const height = control.ask(lb.getItemHeight);
  const { width } = control.client;
  return (index) => control.toScreen({ x: 0, y: (index - top) * height, width, height });
}

function takesSeveral(control: Control): boolean {
  return control.hasStyle(style.multiple) || control.hasStyle(style.extended);
}

function selectedIndices(control: Control): readonly number[] {
  if (control.hasStyle(style.noSelection)) return [];
  if (!takesSeveral(control)) {
    const index = control.ask(lb.getCurrent);
    return index < 0 ? [] : [index];
  }
  const count = control.ask(lb.getSelectedCount);
  if (count <= 0) return [];
  const buffer = Buffer.alloc(count * 4);
  const read = Math.min(count, control.askBuffer(lb.getSelectedItems, count, buffer));
  return Array.from({ length: Math.max(0, read) }, (_, at) => buffer.readInt32LE(at * 4));
}

function itemAt(control: Control, { x, y }: Point): string | null {
  const place = (((y - control.client.y) & 0xffff) << 16) | ((x - control.client.x) & 0xffff);
  const answer = control.ask(lb.itemFromPoint, 0, place);
  const isOutside = answer >>> 16 !== 0;
  return isOutside ? null : String(answer & 0xffff);
}

function itemOperations(control: Control, index: number): Operations {
  return {
    select({ how = 'only' }) {
      if (!takesSeveral(control)) control.request(lb.setCurrent, how === 'remove' ? -1 : index);
      else selectAmongSeveral(control, index, how);
      notifyParent(control, selectionChanged);
    },
    invoke() {
      if (takesSeveral(control)) selectAmongSeveral(control, index, 'only');
      else control.request(lb.setCurrent, index);
      notifyParent(control, selectionChanged);
      notifyParent(control, doubleClicked);
    },
    scrollItem: () => bringIntoView(control, index),
  };
}

function selectAmongSeveral(control: Control, index: number, how: 'only' | 'add' | 'remove'): void {
  if (how === 'only') control.request(lb.setSelection, 0, -1);
  control.request(lb.setSelection, how === 'remove' ? 0 : 1, index);
  control.request(lb.setCaretIndex, index);
}

function selectEvery(control: Control, isSelected: boolean): void {
  if (takesSeveral(control)) control.request(lb.setSelection, isSelected ? 1 : 0, -1);
  else control.request(lb.setCurrent, isSelected ? 0 : -1);
  notifyParent(control, selectionChanged);
}

function bringIntoView(control: Control, index: number): void {
  const top = control.ask(lb.getTopIndex);
  const shown = shownRows(control);
  if (index < top) control.request(lb.setTopIndex, index);
  else if (index >= top + shown) control.request(lb.setTopIndex, index - shown + 1);
}

function shownRows(control: Control): number {
  return Math.max(1, Math.floor(control.client.height / Math.max(1, control.ask(lb.getItemHeight))));
}

function rowScroller(control: Control): Scroller {
  return scroller((axis) => {
    if (axis === 'horizontal' || control.hasStyle(style.multiColumn)) return barWay(control, axis);
    const last = Math.max(0, control.ask(lb.getCount) - shownRows(control));
    const position = control.ask(lb.getTopIndex);
    return { position, last, go: (to) => void control.request(lb.setTopIndex, to) };
  });
}
