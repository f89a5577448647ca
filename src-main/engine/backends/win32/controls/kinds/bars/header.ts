import type { Rect } from '#contract/model/geometry';
import { askMany } from '../../access/send.ts';
import { rectAt, type Control } from '../../access/control.ts';
import { rectStruct, Struct } from '../../access/struct.ts';
import { numbered, type ControlKind, type Part, partStates } from '../kind.ts';

/** Of commctrl.h. */
const hdm = { getItemCount: 0x1200, getItemRect: 0x1207, getItem: 0x120b } as const;
/** `HDI_TEXT`. */
const withText = 0x0002;
const nameUnits = 260;
/** `HDITEMW` of commctrl.h. */
const headerItem = new Struct({
  ...({ mask: 'u32', width: 'i32', text: 'pointer', bitmap: 'pointer', room: 'i32', format: 'i32' } as const),
  ...({ data: 'pointer', image: 'i32', order: 'i32', type: 'u32', filter: 'pointer', state: 'u32' } as const),
});

export const header: ControlKind = {
  classes: ['sysheader32'],
  describe: (control) => ({
    controlType: 'Header',
    name: '',
    parts: numbered(Math.max(0, control.ask(hdm.getItemCount)), (first, count) => readColumns(control, first, count)),
  }),
};

export function countColumns(control: Control): number {
  return Math.max(0, control.ask(hdm.getItemCount));
}

/** Screen bounds of columns. */
export function columnPlaces(control: Control, count: number): readonly Rect[] {
  const questions = Array.from({ length: count }, (_, index) => ({
    message: hdm.getItemRect,
    wParam: index,
    pack: () => rectStruct.pack(8, {}),
  }));
  const replies = askMany(control, { size: rectStruct.size(8) }, questions);
  return replies.map(({ bytes }) => control.toScreen(rectAt(bytes)));
}

function readColumns(control: Control, first: number, count: number): readonly Part[] {
  const { pointerSize } = control.memory;
  const size = headerItem.size(pointerSize);
  const questions = Array.from({ length: count }, (_, at) => ({
    message: hdm.getItem,
    wParam: first + at,
    pack: ({ textAddress }: { readonly textAddress: number }) =>
      headerItem.pack(pointerSize, { mask: withText, text: textAddress, room: nameUnits }),
  }));
  const places = columnPlaces(control, first + count).slice(first);
  return askMany(control, { size, textUnits: nameUnits }, questions).map(({ text }, at): Part => {
    const bounds = places[at] ?? null;
    return {
      key: String(first + at),
      controlType: 'HeaderItem',
      name: text,
      bounds,
      states: partStates(control, bounds),
    };
  });
}
