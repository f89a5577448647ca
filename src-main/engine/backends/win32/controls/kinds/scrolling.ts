import type { ScrollFacts } from '#contract/model/elements/element-facts';
import type { PatternCall, ScrollAxis } from '#contract/model/elements/pattern';
import type { Control } from '../access/control.ts';
import { getScrollInfo } from '../access/api.ts';

/** A scroll position: from 0 to `last`, in any unit. */
interface Way {
  readonly position: number;
  readonly last: number;
}

/** How a control scrolls along an axis. */
export interface ScrollWay extends Way {
  go(position: number): void;
}

type Axis = 'horizontal' | 'vertical';

/** Scrolling along either axis; null if not scrollable. Read each time, since it moves. */
export interface Scroller {
  facts(): ScrollFacts;
  scroll(call: Extract<PatternCall, { readonly pattern: 'scroll' }>): void;
}

export function scroller(wayOf: (axis: Axis) => ScrollWay | null): Scroller {
  const percent = (axis: Axis) => {
    const way = wayOf(axis);
    return way && way.last > 0 ? Math.min(100, (way.position / way.last) * 100) : null;
  };
  return {
    facts: () => ({ horizontal: percent('horizontal'), vertical: percent('vertical') }),
    scroll(call) {
      for (const axis of ['horizontal', 'vertical'] as const) {
        const [way, wanted] = [call[axis] && wayOf(axis), call[axis]];
        if (way && wanted) way.go(Math.round((goal(wanted, way) / 100) * way.last));
      }
    },
  };
}

function goal(wanted: ScrollAxis, { position, last }: Way): number {
  if ('to' in wanted) return wanted.to;
  return Math.min(100, Math.max(0, (position / Math.max(1, last)) * 100 + wanted.by));
}

/** `WS_HSCROLL`, `WS_VSCROLL`; `SB_HORZ`, `SB_VERT`; `WM_HSCROLL`, `WM_VSCROLL`; `SB_THUMBPOSITION`, `SB_ENDSCROLL`. */
const bars = {
  horizontal: { style: 0x0010_0000, bar: 0, message: 0x0114 },
  vertical: { style: 0x0020_0000, bar: 1, message: 0x0115 },
} as const;
const [thumbPosition, endScroll] = [4, 8];
/** Of `SCROLLINFO`, and `SIF_ALL` of winuser.h. */
const [scrollInfoSize, everything] = [28, 0x17];

/** The window's own scroll bar along an axis; null if it has none, or if unknown: Wine keeps them in the process. */
export function barWay(control: Control, axis: Axis): ScrollWay | null {
  const { style, bar, message } = bars[axis];
  if (!control.hasStyle(style)) return null;
  const info = Buffer.alloc(scrollInfoSize);
  info.writeUInt32LE(scrollInfoSize);
  info.writeUInt32LE(everything, 4);
  if (!getScrollInfo(control.window, bar, info)) return null;
  const { first, way } = readWay(info);
  return {
    ...way,
    go(position) {
      control.request(message, (((first + position) & 0xffff) << 16) | thumbPosition);
      control.request(message, endScroll);
    },
  };
}

/** From `SCROLLINFO`: the last position leaves the last page visible. */
export function readWay(info: Buffer): { readonly first: number; readonly page: number; readonly way: Way } {
  const [first, end, page] = [info.readInt32LE(8), info.readInt32LE(12), info.readUInt32LE(16)];
  const last = Math.max(0, end - first - Math.max(0, page - 1));
  return { first, page, way: { position: info.readInt32LE(20) - first, last } };
}

/** Scrolls with the window's own bars. */
export function barScroller(control: Control): Scroller {
  return scroller((axis) => barWay(control, axis));
}

export function hasScrollBar(control: Control): boolean {
  return control.hasStyle(bars.horizontal.style) || control.hasStyle(bars.vertical.style);
}
