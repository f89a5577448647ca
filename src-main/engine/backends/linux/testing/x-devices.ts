import { xdotool } from '../../../../recorder/testing/live-recording.ts';
import { keyOffset } from '../wayland/input/evdev.ts';
import type { Devices } from './people/person.ts';

/** The XTEST devices, used by another X client. */
export const xDevices: Devices = {
  move: ({ x, y }) => xdotool('mousemove', x, y),
  // One process: starting one per call would take long.
  click: (heldMs) => xdotool('mousedown', 1, 'sleep', heldMs / 1_000, 'mouseup', 1),
  key: (code, down) => xdotool(down ? 'keydown' : 'keyup', code + keyOffset),
  tap: (code) => xdotool('key', code + keyOffset),
  close: () => undefined,
};
