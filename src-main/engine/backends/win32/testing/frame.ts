import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { declare } from '../native/library.ts';
import type { Hwnd } from '../native/types.ts';
import { parseWindowId } from '../native/window.ts';

/** `WM_NCHITTEST` and its answers, of winuser.h. */
const hitTest = 0x0084;
const parts = { title: 2, minimize: 8, maximize: 9, corner: 17, close: 20 } as const;

const sendMessage = declare<(window: Hwnd, message: number, wParam: number, lParam: number) => number>(
  'user32',
  'intptr_t SendMessageW(HWND window, uint32 message, uintptr_t wParam, intptr_t lParam)',
);

/** A point in the frame of a window that its program hit-tests as that part. */
export function placeInFrame({ id, bounds }: WindowInfo, part: keyof typeof parts): Point {
  const [right, bottom] = [bounds.x + bounds.width - 1, bounds.y + bounds.height - 1];
  const rows = part === 'corner' ? [bottom - 1] : [12, 16, 20, 8].map((down) => bounds.y + down);
  for (const y of rows)
    for (let x = right - 1; x > bounds.x; x -= 4)
      if (sendMessage(parseWindowId(id), hitTest, 0, ((y & 0xffff) << 16) | (x & 0xffff)) === parts[part])
        return { x, y };
  throw new Error(`The frame has no ${part}.`);
}
