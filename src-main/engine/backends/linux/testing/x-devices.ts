import { xdotool } from '../../../../recorder/testing/live-recording.ts';
import { keyOffset } from '../wayland/evdev.ts';
import type { Devices } from './person.ts';

/** Those of XTEST, by another client of the X server. */
export const xDevices: Devices = {
  move: ({ x, y }) => xdotool('mousemove', x, y),
  button: (down) => xdotool(down ? 'mousedown' : 'mouseup', 1),
  key: (code, down) => xdotool(down ? 'keydown' : 'keyup', code + keyOffset),
  close: () => undefined,
};
