import type { Point } from '#contract/model/geometry';
import type { Control } from '../access/control.ts';
import { post } from '../access/send.ts';

const [command, horizontalScroll, verticalScroll] = [0x0111, 0x0114, 0x0115];
/** `SB_THUMBPOSITION`, `SB_ENDSCROLL` of winuser.h; those of track bars are the same numbers. */
const [thumbPosition, endScroll] = [4, 8];

/**
 * Sends the parent the notification of a user action: messages that set something mostly do not. Posted: the app's reaction may
 * take time, such as a dialog that stays open.
 * @param code such as `LBN_SELCHANGE`
 */
export function notifyParent(control: Control, code: number): void {
  if (!control.parent) return;
  const id = (control.controlId ?? 0) & 0xffff;
  post(control.parent.window, command, (code << 16) | id, control.window);
}

/** Notifies the parent of a thumb move by the user. The message carries 16 bits of the position. */
export function notifyScrolled(control: Control, position: number, isVertical: boolean): void {
  if (!control.parent) return;
  const message = isVertical ? verticalScroll : horizontalScroll;
  post(control.parent.window, message, ((position & 0xffff) << 16) | thumbPosition, control.window);
  post(control.parent.window, message, endScroll, control.window);
}

/** `WM_LBUTTONDOWN`, `WM_LBUTTONUP`, `MK_LBUTTON` of winuser.h. */
const [down, up, leftHeld] = [0x0201, 0x0202, 0x0001];

/** Posts a click at a screen point to a control, without the mouse: for actions without a message. */
export function clickAt(control: Control, { x, y }: Point): void {
  const at = (((y - control.client.y) & 0xffff) << 16) | ((x - control.client.x) & 0xffff);
  control.notify(down, leftHeld, at);
  control.notify(up, 0, at);
}
