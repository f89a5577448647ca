import type { Control } from '../access/control.ts';
import { barWay, scroller, type Scroller, type ScrollWay } from './scrolling.ts';

/** `EM_GETFIRSTVISIBLELINE`, `EM_GETLINECOUNT`, `EM_LINESCROLL`, `EM_CHARFROMPOS` of winuser.h. */
const [firstVisibleLine, lineCount, lineScroll, characterAt] = [0x00ce, 0x00ba, 0x00b6, 0x00d7];

/** How a text of several lines scrolls: by lines. */
export function lineScroller(control: Control): Scroller {
  return scroller((axis) => (axis === 'vertical' ? lineWay(control) : barWay(control, axis)));
}

function lineWay(control: Control): ScrollWay | null {
  // A rich edit takes a pointer for the place, so its bar must say.
  if (control.base === 'richedit') return barWay(control, 'vertical');
  const position = control.ask(firstVisibleLine);
  const { height } = control.client;
  const bottom = control.ask(characterAt, 0, (Math.max(0, height - 2) << 16) | 2);
  const lastShown = bottom === -1 ? position : bottom >>> 16;
  const shown = Math.max(1, lastShown - (position & 0xffff));
  const last = Math.max(0, control.ask(lineCount) - shown);
  return { position, last, go: (to) => void control.tell(lineScroll, 0, to - position) };
}
