import { askMany } from '../../access/ask-many.ts';
import { rectAt, type Control } from '../../access/control.ts';
import { rectStruct, Struct } from '../../access/struct.ts';
import type { Operations } from '../kind.ts';
import { isReport, lvm } from './list-view-messages.ts';
import { barWay, scroller, type Scroller } from '../scrolling.ts';

/** `LVIS_FOCUSED`, `LVIS_SELECTED`, `LVIS_STATEIMAGEMASK`. */
const [focused, selected, stateImages] = [0x0001, 0x0002, 0xf000];
/** `WM_KEYDOWN`, `WM_KEYUP`, `VK_RETURN` of winuser.h. */
const [keyDown, keyUp, enter] = [0x0100, 0x0101, 0x0d];
/** The fields of `LVITEMW` that a state needs, in a structure as long as the whole one may be. */
const itemState = new Struct({
  ...({ mask: 'u32', item: 'i32', subItem: 'i32', state: 'u32', stateMask: 'u32', text: 'pointer' } as const),
  ...({ room: 'i32', image: 'i32', data: 'pointer', rest1: 'pointer', rest2: 'pointer', rest3: 'pointer' } as const),
  ...({ rest4: 'pointer', rest5: 'pointer' } as const),
});

export function rowOperations(control: Control, row: number, isCheckable: boolean): Operations {
  return {
    select: ({ how = 'only' }) => selectRow(control, row, how),
    scrollItem: () => void control.request(lvm.ensureVisible, row, 0),
    // As Enter does: the list tells its app which item was activated.
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

/** -1 stands for every row. The list itself tells its app what has changed. */
function setState(control: Control, row: number, state: number, stateMask: number): void {
  const { pointerSize } = control.memory;
  const pack = () => itemState.pack(pointerSize, { state, stateMask });
  askMany(control, { size: itemState.size(pointerSize), acts: true }, [
    { message: lvm.setItemState, wParam: row, pack },
  ]);
}

/** By rows in a report, and by the bars where they say. */
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
