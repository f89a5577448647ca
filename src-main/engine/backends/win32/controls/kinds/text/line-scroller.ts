import { rectAt, type Control } from '../../access/control.ts';
import { barWay, scroller, type Scroller, type ScrollWay } from '../scrolling.ts';

/** `EM_GETRECT`, `EM_LINESCROLL`, `EM_GETLINECOUNT`, `EM_LINEINDEX`, `EM_GETFIRSTVISIBLELINE`, `EM_POSFROMCHAR` of winuser.h. */
const em = {
  getRect: 0x00b2,
  lineScroll: 0x00b6,
  lineCount: 0x00ba,
  lineIndex: 0x00bb,
  firstVisible: 0x00ce,
  positionOf: 0x00d6,
} as const;

/** How a text of several lines scrolls: by lines. */
export function lineScroller(control: Control): Scroller {
  return scroller((axis) => (axis === 'vertical' ? lineWay(control) : barWay(control, axis)));
}

function lineWay(control: Control): ScrollWay | null {
  const [count, position] = [control.ask(em.lineCount), control.ask(em.firstVisible)];
  const room = Buffer.alloc(16);
  control.askBuffer(em.getRect, 0, room);
  const height = lineHeight(control, count, position);
  if (height === null) return barWay(control, 'vertical');
  const last = Math.max(0, count - Math.max(1, Math.floor(rectAt(room).height / height)));
  return { position, last, go: (to) => void control.request(em.lineScroll, 0, to - control.ask(em.firstVisible)) };
}

/** From one line to the next, in pixels; null where there is one line, or the control takes a pointer to say it in. */
function lineHeight(control: Control, count: number, first: number): number | null {
  if (count < 2 || control.base === 'richedit') return null;
  const upper = Math.min(first, count - 2);
  const top = (line: number) => control.ask(em.positionOf, control.ask(em.lineIndex, line)) >> 16;
  const height = top(upper + 1) - top(upper);
  return height > 0 ? height : null;
}
