import { askMany } from '../../access/send.ts';
import { rectAt, type Control } from '../../access/control.ts';
import { rectStruct, Struct } from '../../access/struct.ts';
import type { Operations } from '../kind.ts';
import { barWay, scroller, type Scroller } from '../scrolling.ts';

/** `LVIS_FOCUSED`, `LVIS_SELECTED`, `LVIS_STATEIMAGEMASK`. */
const [focused, selected, stateImages] = [0x0001, 0x0002, 0xf000];
/** `WM_KEYDOWN`, `WM_KEYUP`, `VK_RETURN` of winuser.h. */
const [keyDown, keyUp, enter] = [0x0100, 0x0101, 0x0d];
/** The fields of `LVITEMW` needed for a state, in a structure of maximum size. */
const itemState = new Struct({
  ...({ mask: 'u32', item: 'i32', subItem: 'i32', state: 'u32', stateMask: 'u32', text: 'pointer' } as const),
  ...({ room: 'i32', image: 'i32', data: 'pointer', rest1: 'pointer', rest2: 'pointer', rest3: 'pointer' } as const),
  ...({ rest4: 'pointer', rest5: 'pointer' } as const),
});

export function rowOperations(control: Control, row: number, isCheckable: boolean): Operations {
  return {
    select: ({ how = 'only' }) => selectRow(control, row, how),
    scrollItem: () => void control.request(lvm.ensureVisible, row, 0),
    // Same as Enter: the list notifies its app of the activated item.
    invoke() {
      selectRow(control, row, 'only');
      control.notify(keyDown, enter, 1);
      control.notify(keyUp, enter, 0xc000_0001);
    },
    ...(isCheckable ? { toggle: () => toggleRow(control, row) } : {}),
  };
}

function selectRow(control: Control, row: number, how: 'only' | 'add' | 'remove'): void {
  if (how === 'only') setState(control, -1, 0, selected);
  if (how === 'remove') setState(control, row, 0, selected);
  else setState(control, row, selected | focused, selected | focused);
}

export function focusRow(control: Control, row: number): void {
  setState(control, row, focused, focused);
}

/** @param which a row, or all, or none */
export function selectRows(control: Control, which: number | 'all' | 'none'): void {
  if (typeof which === 'number') selectRow(control, which, 'only');
  else setState(control, -1, which === 'all' ? selected : 0, selected);
}

function toggleRow(control: Control, row: number): void {
  const image = (control.ask(lvm.getItemState, row, stateImages) & stateImages) >>> 12;
  setState(control, row, (image === 2 ? 1 : 2) << 12, stateImages);
}

/** -1 means every row. The list notifies its app itself. */
function setState(control: Control, row: number, state: number, stateMask: number): void {
  const { pointerSize } = control.memory;
  const pack = () => itemState.pack(pointerSize, { state, stateMask });
  askMany(control, { size: itemState.size(pointerSize), acts: true }, [
    { message: lvm.setItemState, wParam: row, pack },
  ]);
}

/** By rows in report view, otherwise by the scroll bars. */
export function rowScroller(control: Control): Scroller {
  return scroller((axis) => {
    if (axis === 'horizontal' || !isReport(control)) return barWay(control, axis);
    const last = Math.max(0, control.ask(lvm.getItemCount) - control.ask(lvm.getCountPerPage));
    const position = control.ask(lvm.getTopIndex);
    return { position, last, go: (to) => void control.request(lvm.scroll, 0, (to - position) * rowHeight(control)) };
  });
}

function rowHeight(control: Control): number {
  const question = { message: lvm.getItemRect, wParam: 0, pack: () => rectStruct.pack(8, {}) };
  const [reply] = askMany(control, { size: rectStruct.size(8) }, [question]);
  return reply ? rectAt(reply.bytes).height : 0;
}

/** Of commctrl.h. */
export const lvm = {
  getItemCount: 0x1004,
  getNextItem: 0x100c,
  getItemRect: 0x100e,
  hitTest: 0x1012,
  ensureVisible: 0x1013,
  scroll: 0x1014,
  getHeader: 0x101f,
  getTopIndex: 0x1027,
  getCountPerPage: 0x1028,
  setItemState: 0x102b,
  getItemState: 0x102c,
  getSelectedCount: 0x1032,
  getExtendedStyle: 0x1037,
  getItemText: 0x1073,
  getView: 0x108f,
  isGroupViewEnabled: 0x10af,
} as const;

/** `LVS_SINGLESEL`, `LVS_TYPEMASK`, `LVS_REPORT`; `LVS_EX_CHECKBOXES`. */
export const lvStyle = { single: 0x0004, typeMask: 0x0003, report: 0x0001, checkBoxes: 0x0004 } as const;

/** `LV_VIEW_DETAILS`; lists before version 6 report views only in their style, and return 0 for icons. */
const detailsView = 1;

/** Whether it is in report view. */
export function isReport(control: Control): boolean {
  const byStyle = (control.style & lvStyle.typeMask) === lvStyle.report;
  return byStyle || control.ask(lvm.getView) === detailsView;
}
