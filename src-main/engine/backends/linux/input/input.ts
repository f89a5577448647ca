import type { MouseButton } from '#contract/model/action';
import type { InputProvider } from '../../../backend.ts';
import type { XPointer } from 'x11';
import type { XConnection } from '../x11/connection.ts';
import { Device } from './device.ts';
import { Keyboard } from './keyboard.ts';
import type { KeymapCache } from './keymap.ts';

/** https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#Pointers ; 4 to 7 are the wheel. */
export const buttonNumbers: Readonly<Record<MouseButton, number>> = { left: 1, middle: 2, right: 3 };
export const wheelUp = 4;
export const wheelDown = 5;

export interface LinuxInput extends InputProvider {
  /** Leaves the keyboard map as it was found. */
  close(): Promise<void>;
}

export function createInput(x: XConnection, keymaps: KeymapCache): LinuxInput {
  const device = new Device(x);
  const keyboard = new Keyboard(x, device, keymaps);
  return {
    async pointer() {
      const at = await x.ask<XPointer>((client, done) => client.QueryPointer(x.root, done));
      return { x: at.rootX, y: at.rootY };
    },
    move: (to) => device.move(to),
    button: (button, down) => device.button(buttonNumbers[button], down),
    async wheel(notches) {
      const button = notches > 0 ? wheelUp : wheelDown;
      for (let i = 0; i < Math.abs(notches); i++) {
        await device.button(button, true);
        await device.button(button, false);
      }
    },
    press: (keys) => keyboard.press(keys),
    modifier: (modifier, down) => keyboard.modifier(modifier, down),
    type: (text, signal) => keyboard.type(text, signal),
    releaseAll: () => device.releaseAll(),
    async close() {
      await device.releaseAll();
      await keyboard.restore();
    },
  };
}
