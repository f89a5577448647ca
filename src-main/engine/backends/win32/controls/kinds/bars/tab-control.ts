import { center, type Rect } from '#contract/model/geometry';
import { askMany } from '../../access/send.ts';
import { rectAt, type Control } from '../../access/control.ts';
import { rectStruct, Struct } from '../../access/struct.ts';
import { clickAt } from '../notify.ts';
import { numbered, type ControlKind, type Part, partStates } from '../kind.ts';
import { linksTo } from '../text/link.ts';
import { plainText } from '../text/label.ts';

/** Of commctrl.h. */
const tcm = {
  getItemCount: 0x1304,
  getItemRect: 0x130a,
  getCurrent: 0x130b,
  setFocus: 0x1330,
  getItem: 0x133c,
} as const;
/** `TCIF_TEXT`. */
const withText = 0x0001;
const nameUnits = 260;
/** `TCITEMW` of commctrl.h. */
const tabItem = new Struct({
  ...({ mask: 'u32', state: 'u32', stateMask: 'u32', text: 'pointer', room: 'i32', image: 'i32' } as const),
  ...({ data: 'pointer' } as const),
});

export const tabControl: ControlKind = {
  classes: ['systabcontrol32'],
  describe: (control) => ({
    controlType: 'Tab',
    name: '',
    focusable: true,
    parts: numbered(Math.max(0, control.ask(tcm.getItemCount)), (first, count) => readTabs(control, first, count)),
    facts: () => {
      const current = control.ask(tcm.getCurrent);
      const selected = linksTo(control, current < 0 ? [] : [current], (index) => readTabs(control, index, 1)[0]);
      return { selection: { canSelectMultiple: false, count: selected.length, selected } };
    },
  }),
};

function readTabs(control: Control, first: number, count: number): readonly Part[] {
  const current = control.ask(tcm.getCurrent);
  const names = readNames(control, first, count);
  return tabPlaces(control, first, count).map((bounds, at): Part => {
    const index = first + at;
    return {
      key: String(index),
      controlType: 'TabItem',
      name: plainText(names[at] ?? '').text,
      bounds,
      states: partStates(control, bounds, ['focusable', 'selectable', index === current && 'selected']),
      operations: { select: ({ how }) => (how === 'remove' ? undefined : choose(control, index, bounds)) },
      properties: () => ({ index: String(index) }),
    };
  });
}

/**
 * Setting the selection would not notify the app; moving the tabs' focus selects and notifies. Button-style tabs do not select
 * on focus, and are clicked.
 */
function choose(control: Control, index: number, bounds: Rect): void {
  control.request(tcm.setFocus, index);
  if (control.ask(tcm.getCurrent) !== index) clickAt(control, center(bounds));
}

function readNames(control: Control, first: number, count: number): readonly string[] {
  const { pointerSize } = control.memory;
  const questions = Array.from({ length: count }, (_, at) => ({
    message: tcm.getItem,
    wParam: first + at,
    pack: ({ textAddress }: { readonly textAddress: number }) =>
      tabItem.pack(pointerSize, { mask: withText, text: textAddress, room: nameUnits }),
  }));
  return askMany(control, { size: tabItem.size(pointerSize), textUnits: nameUnits }, questions).map(({ text }) => text);
}

function tabPlaces(control: Control, first: number, count: number): readonly Rect[] {
  const questions = Array.from({ length: count }, (_, at) => ({
    message: tcm.getItemRect,
    wParam: first + at,
    pack: () => rectStruct.pack(8, {}),
  }));
  const replies = askMany(control, { size: rectStruct.size(8) }, questions);
  return replies.map(({ bytes }) => control.toScreen(rectAt(bytes)));
}
