import { askMany } from '../../access/send.ts';
import { rectAt, type Control } from '../../access/control.ts';
import { rectStruct } from '../../access/struct.ts';
import { numbered, type ControlKind, type Part, partStates } from '../kind.ts';

/** Of commctrl.h. */
const sb = { getParts: 0x0406, getRect: 0x040a, getTextLength: 0x040c, getText: 0x040d } as const;
const longestText = 4_000;
/** Spare space for a text that has grown since it was measured: the message takes no limit. */
const slack = 100;

export const statusBar: ControlKind = {
  classes: ['msctls_statusbar32'],
  describe: (control) => ({
    controlType: 'StatusBar',
    name: '',
    parts: numbered(Math.max(0, control.ask(sb.getParts)), (first, count) => readParts(control, first, count)),
  }),
};

function readParts(control: Control, first: number, count: number): readonly Part[] {
  const indices = Array.from({ length: count }, (_, at) => first + at);
  const lengths = indices.map((index) => control.ask(sb.getTextLength, index) & 0xffff);
  const textUnits = Math.min(longestText, Math.max(0, ...lengths)) + slack;
  const texts = askMany(
    control,
    { size: 0, textUnits },
    indices.map((index, at) => ({
      // A text longer than the buffer would overflow it.
      message: (lengths[at] ?? 0) <= longestText ? sb.getText : null,
      wParam: index,
      bareText: true,
      pack: () => Buffer.alloc(0),
    })),
  );
  const places = askMany(
    control,
    { size: rectStruct.size(8) },
    indices.map((index) => ({ message: sb.getRect, wParam: index, pack: () => rectStruct.pack(8, {}) })),
  );
  return indices.map((index, at): Part => {
    const place = places[at];
    const bounds = place ? control.toScreen(rectAt(place.bytes)) : null;
    const name = (texts[at]?.text ?? '').replace(/^\t+/, '');
    return { key: String(index), controlType: 'Text', name, bounds, states: partStates(control, bounds) };
  });
}
