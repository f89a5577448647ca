import { askMany } from '../../access/send.ts';
import type { Control } from '../../access/control.ts';
import { Struct } from '../../access/struct.ts';
import type { Operations } from '../kind.ts';
import { barWay, scroller, type Scroller, type ScrollWay } from '../scrolling.ts';

/** `TVE_COLLAPSE`, `TVE_EXPAND`; `TVIF_STATE | TVIF_HANDLE`; `TVIS_STATEIMAGEMASK`. */
const [collapse, expand] = [1, 2];
const stateOfHandle = 0x0008 | 0x0010;
const stateImages = 0xf000;
/** `WM_KEYDOWN`, `WM_KEYUP`, `VK_RETURN`. */
const [keyDown, keyUp, enter] = [0x0100, 0x0101, 0x0d];
/** Limit on rows counted to determine how far a tree is scrolled. */
const mostRows = 5_000;

interface ItemState {
  readonly canOpen: boolean;
  /** The index of its check-box image; 0 if it has none. */
  readonly check: number;
}

export function itemOperations(control: Control, item: number, { canOpen, check }: ItemState): Operations {
  return {
    select: ({ how }) => selectCaret(control, how === 'remove' ? 0 : item),
    scrollItem: () => void control.request(tvm.ensureVisible, 0, item),
    // Same as Enter.
    invoke() {
      selectCaret(control, item);
      control.notify(keyDown, enter, 1);
      control.notify(keyUp, enter, 0xc000_0001);
    },
    ...(canOpen
      ? { expand: ({ expanded }) => void control.request(tvm.expand, expanded ? expand : collapse, item) }
      : {}),
    ...(check > 0 ? { toggle: () => setCheck(control, item, check === 2 ? 1 : 2) } : {}),
  } satisfies Operations;
}

/** 0 for none. The tree notifies its app itself. */
export function selectCaret(control: Control, item: number): void {
  control.request(tvm.selectItem, relation.caret, item);
}

function setCheck(control: Control, item: number, image: number): void {
  const { pointerSize } = control.memory;
  const values = { mask: stateOfHandle, item, state: image << 12, stateMask: stateImages };
  const pack = () => treeItem.pack(pointerSize, values);
  askMany(control, { size: treeItem.size(pointerSize), acts: true }, [{ message: tvm.setItem, pack }]);
}

export function treeScroller(control: Control): Scroller {
  return scroller((axis) => barWay(control, axis) ?? (axis === 'vertical' ? rowWay(control) : null));
}

/** By the rows outside collapsed branches. */
function rowWay(control: Control): ScrollWay | null {
  const rows: number[] = [];
  for (let row = nextOf(control, relation.root, 0); row !== 0 && rows.length < mostRows;) {
    rows.push(row);
    row = nextOf(control, relation.nextVisible, row);
  }
  const last = Math.max(0, rows.length - control.ask(tvm.getVisibleCount));
  if (last === 0) return null;
  const position = Math.max(0, rows.indexOf(nextOf(control, relation.firstVisible, 0)));
  return { position, last, go: (to) => void control.request(tvm.selectItem, relation.firstVisible, rows[to] ?? 0) };
}

/** Of commctrl.h. */
export const tvm = {
  expand: 0x1102,
  getItemRect: 0x1104,
  getNextItem: 0x110a,
  selectItem: 0x110b,
  getVisibleCount: 0x1110,
  hitTest: 0x1111,
  ensureVisible: 0x1114,
  getItem: 0x113e,
  setItem: 0x113f,
} as const;

/** `TVGN_ROOT` and so on. */
export const relation = { root: 0, next: 1, parent: 3, child: 4, firstVisible: 5, nextVisible: 6, caret: 9 } as const;

/** `TVITEMW` of commctrl.h. */
export const treeItem = new Struct({
  ...({ mask: 'u32', item: 'pointer', state: 'u32', stateMask: 'u32', text: 'pointer', room: 'i32' } as const),
  ...({ image: 'i32', selectedImage: 'i32', children: 'i32', data: 'pointer' } as const),
});

/** The handle of a related item; 0 if there is none. */
export function nextOf(control: Control, which: number, item: number): number {
  return control.askWide(tvm.getNextItem, which, item);
}
