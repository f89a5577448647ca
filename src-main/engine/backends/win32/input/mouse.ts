import type { MouseButton } from '#contract/model/recordings/action';
import type { Point, Rect } from '#contract/model/geometry';
import type { WheelAxis } from '../../../backend.ts';
import type { InputEvent } from './events.ts';

/** https://learn.microsoft.com/windows/win32/api/winuser/ns-winuser-mouseinput */
const move = 0x0001;
const virtualDesk = 0x4000;
const absolute = 0x8000;
const wheelFlags: Readonly<Record<WheelAxis, number>> = { vertical: 0x0800, horizontal: 0x1000 };
/** What one notch turns: `WHEEL_DELTA`. */
export const wheelDelta = 120;
/** Down, up, and which of the side buttons. */
const buttonFlags: Readonly<Record<MouseButton, readonly [down: number, up: number, data: number]>> = {
  left: [0x0002, 0x0004, 0],
  right: [0x0008, 0x0010, 0],
  middle: [0x0020, 0x0040, 0],
  back: [0x0080, 0x0100, 1],
  forward: [0x0080, 0x0100, 2],
};
/** Its virtual key in `GetAsyncKeyState`. */
export const buttonKeys: Readonly<Record<MouseButton, number>> = {
  left: 0x01,
  right: 0x02,
  middle: 0x04,
  back: 0x05,
  forward: 0x06,
};
/** Absolute positions span this many steps over the whole screen. */
const steps = 65_536;

/**
 * Moves to a pixel of `screen`, the area of all monitors. Aims at the pixel's centre, so that no rounding hits its neighbour.
 */
export function moveEvent(to: Point, screen: Rect): InputEvent {
  const step = (pixel: number, size: number) => Math.floor(((pixel + 0.5) * steps) / size);
  return {
    type: 'mouse',
    flags: move | absolute | virtualDesk,
    dx: step(to.x - screen.x, screen.width),
    dy: step(to.y - screen.y, screen.height),
  };
}

/** The physical button, as used by `SendInput`, for a logical one: the user may have swapped the two. */
export function hardwareButton(button: MouseButton, swapped: boolean): MouseButton {
  if (!swapped) return button;
  return button === 'left' ? 'right' : button === 'right' ? 'left' : button;
}

/** @param hardware see {@link hardwareButton} */
export function buttonEvent(hardware: MouseButton, down: boolean): InputEvent {
  const [press, release, data] = buttonFlags[hardware];
  return { type: 'mouse', flags: down ? press : release, data };
}

/** One event per notch, as a wheel sends. */
export function wheelEvents(axis: WheelAxis, notches: number): readonly InputEvent[] {
  const data = Math.sign(notches) * wheelDelta;
  return Array.from({ length: Math.abs(notches) }, () => ({ type: 'mouse', flags: wheelFlags[axis], data }));
}
