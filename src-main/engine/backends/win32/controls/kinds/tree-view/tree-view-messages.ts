import type { Control } from '../../access/control.ts';
import { Struct } from '../../access/struct.ts';

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

/** The handle of an item that stands in a relation to another; 0 where there is none. */
export function nextOf(control: Control, which: number, item: number): number {
  return control.askWide(tvm.getNextItem, which, item);
}
