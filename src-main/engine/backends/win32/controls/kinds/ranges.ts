import type { RangeFacts } from '#contract/model/elements/element-facts';
import type { Control } from '../access/control.ts';
import { Struct } from '../access/struct.ts';
import type { ControlFacets, ControlKind } from './kind.ts';
import { labelOf } from './text/label.ts';
import { notifyScrolled } from './notify.ts';
import { readWay } from './scrolling.ts';

/** Of commctrl.h: track bars, progress bars, up-down controls. */
const tbm = {
  getPosition: 0x0400,
  getMinimum: 0x0401,
  getMaximum: 0x0402,
  setPosition: 0x0405,
  getLine: 0x0418,
} as const;
const pbm = { getRange: 0x0407, getPosition: 0x0408 } as const;
const udm = { getBuddy: 0x046a, getRange: 0x0470, setPosition: 0x0471, getPosition: 0x0472 } as const;
/** Of winuser.h: scroll bars. */
const sbm = { setScrollInfo: 0x00e9, getScrollInfo: 0x00ea } as const;
/** `TBS_VERT`, `SBS_VERT`, `SBS_SIZEBOX | SBS_SIZEGRIP`. */
const [trackVertical, barVertical, sizeBoxes] = [0x0002, 0x0001, 0x0008 | 0x0010];
/** Of `SCROLLINFO`; `SIF_ALL`, `SIF_POS`. */
const [scrollInfoSize, everything, positionOnly] = [28, 0x17, 0x04];

export const trackBar: ControlKind = {
  classes: ['msctls_trackbar32'],
  describe: (control) => ({
    ...ranged(control, 'Slider', control.ask(tbm.getPosition), () => ({
      minimum: control.ask(tbm.getMinimum),
      maximum: control.ask(tbm.getMaximum),
      current: control.ask(tbm.getPosition),
      step: control.ask(tbm.getLine),
    })),
    focusable: true,
    operations: {
      rangeValue({ value }) {
        control.request(tbm.setPosition, 1, Math.round(value));
        notifyScrolled(control, Math.round(value), control.hasStyle(trackVertical));
      },
    },
  }),
};

export const progressBar: ControlKind = {
  classes: ['msctls_progress32'],
  describe: (control) =>
    ranged(control, 'ProgressBar', control.ask(pbm.getPosition), () => ({
      minimum: control.ask(pbm.getRange, 1),
      maximum: control.ask(pbm.getRange, 0),
      current: control.ask(pbm.getPosition),
      step: null,
    })),
};

const twoNumbers = new Struct({ first: 'i32', second: 'i32' });

export const upDown: ControlKind = {
  classes: ['msctls_updown32'],
  describe(control) {
    // It is labelled like the adjacent field.
    const buddy = control.ask(udm.getBuddy) >>> 0;
    const field = buddy === 0 ? control : control.reading.control(buddy);
    return {
      ...ranged(control, 'Spinner', control.ask(udm.getPosition), () => upDownFacts(control)),
      label: labelOf(field),
      operations: {
        rangeValue({ value }) {
          control.request(udm.setPosition, 0, Math.round(value));
          notifyScrolled(control, Math.round(value), true);
        },
      },
    };
  },
};

/** Its ends may be reversed. */
function upDownFacts(control: Control): RangeFacts {
  const base = control.memory.reserve(twoNumbers.size(8));
  control.memory.write(twoNumbers.pack(8, {}));
  control.ask(udm.getRange, base, base + 4);
  const bytes = control.memory.read(twoNumbers.size(8));
  const ends = [twoNumbers.get(8, bytes, 'first'), twoNumbers.get(8, bytes, 'second')];
  const current = control.ask(udm.getPosition);
  return { minimum: Math.min(...ends), maximum: Math.max(...ends), current, step: 1 };
}

export const scrollBar: ControlKind = {
  classes: ['scrollbar'],
  describe(control) {
    if ((control.style & sizeBoxes) !== 0) return { controlType: 'Thumb', name: '' };
    const isVertical = control.hasStyle(barVertical);
    return {
      ...ranged(control, 'ScrollBar', barFacts(control).current, () => barFacts(control)),
      label: null,
      operations: { rangeValue: ({ value }) => scrollTo(control, Math.round(value), isVertical) },
    };
  },
};

function barFacts(control: Control): RangeFacts {
  const info = scrollInfo(everything);
  control.askBuffer(sbm.getScrollInfo, 0, info);
  const { first, way } = readWay(info);
  return { minimum: first, maximum: first + way.last, current: first + way.position, step: 1 };
}

function scrollTo(control: Control, position: number, isVertical: boolean): void {
  const info = scrollInfo(positionOnly);
  info.writeInt32LE(position, 20);
  control.requestBuffer(sbm.setScrollInfo, 1, info);
  notifyScrolled(control, position, isVertical);
}

function scrollInfo(mask: number): Buffer {
  const info = Buffer.alloc(scrollInfoSize);
  info.writeUInt32LE(scrollInfoSize);
  info.writeUInt32LE(mask, 4);
  return info;
}

function ranged(
  control: Control,
  controlType: 'Slider' | 'ProgressBar' | 'Spinner' | 'ScrollBar',
  current: number,
  range: () => RangeFacts,
): ControlFacets {
  return { controlType, label: labelOf(control), value: String(current), facts: () => ({ range: range() }) };
}
