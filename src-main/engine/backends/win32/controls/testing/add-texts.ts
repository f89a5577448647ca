import { declare } from '../../native/library.ts';
import type { Hwnd } from '../../native/types.ts';

const sendText = declare<(window: Hwnd, message: number, wParam: number, text: string) => number>(
  'user32',
  'intptr_t SendMessageW(HWND window, uint32 message, uintptr_t wParam, str16 text)',
);
/** `LB_ADDSTRING` of winuser.h. */
const addString = 0x0180;

/** Adds `Row 0`, `Row 1` and so on to a list box, like its own app. */
export function addTexts(list: Hwnd, count: number): void {
  for (let row = 0; row < count; row++) sendText(list, addString, 0, `Row ${row}`);
}
