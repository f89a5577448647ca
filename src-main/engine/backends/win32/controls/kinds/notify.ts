import type { Point } from '#contract/model/geometry';
import type { Control } from '../access/control.ts';
import { post } from '../access/send.ts';

const [command, horizontalScroll, verticalScroll] = [0x0111, 0x0114, 0x0115];
/** `SB_THUMBPOSITION`, `SB_ENDSCROLL` of winuser.h; those of track bars are the same numbers. */
const [thumbPosition, endScroll] = [4, 8];

/**
 * Tells the parent what a control tells it when a person does the same: messages that set something mostly do not.
 * Posted: what the app does about it may take its time, such as a dialog that stays open.
 * @param code such as `LBN_SELCHANGE`
 */
export function notifyParent(control: Control, code: number): void {
  if (!control.parent) return;
  const id = (control.controlId ?? 0) & 0xffff;
  post(control.parent.window, command, (code << 16) | id, control.window);
}

/** Tells the parent that a person has put the thumb somewhere. The message carries 16 bits of the position. */
export function notifyScrolled(control: Control, position: number, isVertical: boolean): void {
  if (!control.parent) return;
  const message = isVertical ? verticalScroll : horizontalScroll;
  post(control.parent.window, message, ((position & 0xffff) << 16) | thumbPosition, control.window);
  post(control.parent.window, message, endScroll, control.window);
}

/** `WM_LBUTTONDOWN`, `WM_LBUTTONUP`, `MK_LBUTTON` of winuser.h. */
const [down, up, leftHeld] = [0x0201, 0x0202, 0x0001];

/** Tells a control that it was clicked at a point of the screen, without the mouse: for what no message of its own does. */
export function clickAt(control: Control, { x, y }: Point): void {
  const at = (((y - control.client.y) & 0xffff) << 16) | ((x - control.client.x) & 0xffff);
  control.notify(down, leftHeld, at);
  control.notify(up, 0, at);
}
