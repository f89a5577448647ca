import type { ElementState } from '#contract/model/elements/element';
import { getComboBoxInfo } from '../access/api.ts';
import { Control } from '../access/control.ts';
import { itemText, labelOf } from './text/label.ts';
import { numbered, type ControlKind, type Operations, type Part, type Parts } from './kind.ts';
import { linksTo } from './text/link.ts';
import { listItems } from './list-box.ts';
import { notifyParent } from './notify.ts';
import { isWindowVisible } from '../../native/window.ts';

/** Of winuser.h. */
const cb = {
  getCount: 0x0146,
  getCurrent: 0x0147,
  getText: 0x0148,
  getTextLength: 0x0149,
  setCurrent: 0x014e,
  showDropDown: 0x014f,
  getDropped: 0x0157,
} as const;
const setText = 0x000c;
/** `CBS_DROPDOWNLIST` among the types, `CBS_OWNERDRAWFIXED`, `CBS_OWNERDRAWVARIABLE`, `CBS_HASSTRINGS`. */
const [typeMask, simple, dropList, ownerDrawn, hasStrings] = [3, 1, 3, 0x0010 | 0x0020, 0x0200];
/** `CBN_SELCHANGE`, `CBN_EDITCHANGE`, `CBN_EDITUPDATE`, `CBN_SELENDOK`. */
const [selectionChanged, editChanged, editUpdated, selectionEnded] = [1, 5, 6, 9];
/** Of `COMBOBOXINFO`, and in it the handle of the list. */
const [infoSize, listAt] = [64, 56];

const extended = 'comboboxex32';

export const comboBox: ControlKind = {
  classes: ['combobox', extended],
  describe(control) {
    // The inner one draws for the outer, and has none of its texts.
    if (control.parent?.base === extended) return { controlType: 'Pane', name: '' };
    return {
      controlType: 'ComboBox',
      label: labelOf(control),
      value: control.text,
      focusable: true,
      states: statesOf(control),
      parts: choices(control),
      facts: () => {
        const current = control.ask(cb.getCurrent);
        const selected = linksTo(control, current < 0 ? [] : [current], (index) => readChoices(control, index, 1)[0]);
        return { selection: { canSelectMultiple: false, count: selected.length, selected } };
      },
      operations: operationsOf(control),
    };
  },
};

function statesOf(control: Control): readonly ElementState[] {
  const type = control.style & typeMask;
  const states: readonly (ElementState | false)[] = [
    type !== dropList && 'editable',
    type !== simple && 'expandable',
    type !== simple && control.ask(cb.getDropped) !== 0 && 'expanded',
  ];
  return states.filter((state) => state !== false);
}

function operationsOf(control: Control): Operations {
  const type = control.style & typeMask;
  return {
    value: ({ value }) => (type === dropList ? chooseByText(control, value) : write(control, value)),
    ...(type === simple ? {} : { expand: ({ expanded }) => void control.request(cb.showDropDown, expanded ? 1 : 0) }),
    selection: ({ select }) => choose(control, select === 'all' ? 0 : -1),
  } satisfies Operations;
}

/** Same as typing. */
function write(control: Control, value: string): void {
  control.requestBuffer(setText, 0, Buffer.from(`${value}\0`, 'utf16le'));
  notifyParent(control, editUpdated);
  notifyParent(control, editChanged);
}

/** A list without a field accepts only its own items; anything else is detected as not accepted. */
function chooseByText(control: Control, value: string): void {
  const count = control.ask(cb.getCount);
  for (let index = 0; index < count; index++) {
    if (choiceText(control, index) !== value) continue;
    choose(control, index);
    return;
  }
}

function choose(control: Control, index: number): void {
  control.request(cb.setCurrent, index);
  notifyParent(control, selectionEnded);
  notifyParent(control, selectionChanged);
}

function choices(control: Control): Parts {
  const parts = numbered(Math.max(0, control.ask(cb.getCount)), (first, count) => readChoices(control, first, count));
  return { ...parts, at: () => null };
}

function readChoices(control: Control, first: number, count: number): readonly Part[] {
  const list = openList(control);
  const read = list ? listItems(list).read(first, count) : hiddenChoices(control, first, count);
  return read.map((part) => ({
    ...part,
    operations: { select: ({ how }) => choose(control, how === 'remove' ? -1 : Number(part.key)) },
  }));
}

function hiddenChoices(control: Control, first: number, count: number): readonly Part[] {
  const current = control.ask(cb.getCurrent);
  return Array.from({ length: count }, (_, at): Part => {
    const index = first + at;
    const states = [control.isEnabled && 'enabled', 'selectable', index === current && 'selected'] as const;
    return {
      key: String(index),
      controlType: 'ListItem',
      name: choiceText(control, index),
      bounds: null,
      states: states.filter((state) => state !== false),
      properties: () => ({ index: String(index) }),
    };
  });
}

/** The list below an open combo box. */
export function openList(control: Control): Control | null {
  const info = Buffer.alloc(infoSize);
  info.writeUInt32LE(infoSize);
  if (!getComboBoxInfo(control.window, info)) return null;
  const list = info.readUInt32LE(listAt);
  return list !== 0 && isWindowVisible(list) ? new Control(control.reading, list, null) : null;
}

function choiceText(control: Control, index: number): string {
  const isDrawn = (control.style & ownerDrawn) !== 0 && !control.hasStyle(hasStrings);
  return itemText(control, index, { ...cb, isDrawn });
}
