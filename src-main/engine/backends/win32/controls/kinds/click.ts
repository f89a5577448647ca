import type { Point } from '#contract/model/geometry';
import type { Control } from '../access/control.ts';

/** `WM_LBUTTONDOWN`, `WM_LBUTTONUP`, `MK_LBUTTON` of winuser.h. */
const [down, up, leftHeld] = [0x0201, 0x0202, 0x0001];

/** Tells a control that it was clicked at a point of the screen, without the mouse: for what no message of its own does. */
export function clickAt(control: Control, { x, y }: Point): void {
  const at = (((y - control.client.y) & 0xffff) << 16) | ((x - control.client.x) & 0xffff);
  control.notify(down, leftHeld, at);
  control.notify(up, 0, at);
}
