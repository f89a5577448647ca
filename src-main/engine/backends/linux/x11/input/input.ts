import type { MouseButton } from '#contract/model/recordings/action';
import type { BackendOptions, InputProvider, WheelAxis } from '../../../../backend.ts';
import type { XPointer } from 'x11';
import type { SentInput } from './sent-input.ts';
import { ActiveWindow } from '../windows/active.ts';
import type { XConnection } from '../display/connection.ts';
import { inputMethodOn } from '../../key-filters/input-method.ts';
import { grabbedOnRoot } from './desktop-keys.ts';
import { Device } from './device.ts';
import { Keyboard } from './keyboard/keyboard.ts';
import type { KeymapCache } from './keyboard/keymap.ts';
import { PressedKeyJournal } from './keyboard/pressed-key-journal.ts';
import { RemapTiming } from './keyboard/remap-timing.ts';
import { Locks } from './keyboard/locks.ts';
import { Ping } from './ping.ts';
import { recover } from './recover.ts';
import { SentMark } from './sent-mark.ts';
import { TemporaryKeyRemap } from './keyboard/temporary-key-remap.ts';
import { Survivor } from './survivor.ts';
import { uptakeOf } from './uptake.ts';

/**
 * https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#Pointers ; 4 to 7 are the wheel, and every toolkit takes
 * 8 and 9 for the buttons at the side.
 */
export const buttonNumbers: Readonly<Record<MouseButton, number>> = {
  left: 1,
  middle: 2,
  right: 3,
  back: 8,
  forward: 9,
};
/** `Button1Mask` in the state of the pointer; those of the second and third follow. */
const firstButtonMask = 1 << 8;
export const wheelUp = 4;
export const wheelDown = 5;
const wheelButtons: Readonly<Record<WheelAxis, { readonly plus: number; readonly minus: number }>> = {
  vertical: { plus: wheelUp, minus: wheelDown },
  horizontal: { plus: 7, minus: 6 },
};

export interface LinuxInput extends InputProvider {
  /** Leaves the keyboard map as it was found. */
  close(): Promise<void>;
}

/** Undoes first what a predecessor left that was killed. */
export async function createInput(
  x: XConnection,
  display: string,
  keymaps: KeymapCache,
  sent: SentInput,
  { log, entry }: Pick<BackendOptions, 'log' | 'entry'>,
): Promise<LinuxInput> {
  await recover(x, log);
  const survivor = new Survivor({ entry, display, log });
  const journal = await PressedKeyJournal.open(x, () => survivor.ensure());
  const mark = await SentMark.open(x);
  const device = new Device(x, journal, sent, mark);
  const remap = new TemporaryKeyRemap(x, journal);
  const ping = new Ping(display);
  const timing = new RemapTiming(remap, new ActiveWindow(x), ping);
  const keyboard = new Keyboard({ device, keymaps, locks: new Locks(x, journal), remap, timing });
  return {
    uptake: (window, limits) => uptakeOf(ping, window, limits),
    async pointer() {
      const at = await x.ask<XPointer>((client, done) => client.QueryPointer(x.root, done));
      return { x: at.rootX, y: at.rootY };
    },
    sentAgo: () => mark.ago(),
    move: (to) => device.move(to),
    button: (button, down) => device.button(buttonNumbers[button], down),
    tellsPointer: true,
    pressAt: (button, at) => device.pressAt(buttonNumbers[button], at),
    release: (button) => device.release(buttonNumbers[button]),
    async heldButtons() {
      const { keyMask } = await x.ask<XPointer>((client, done) => client.QueryPointer(x.root, done));
      return (['left', 'middle', 'right'] as const).filter((_, index) => (keyMask & (firstButtonMask << index)) !== 0);
    },
    async wheel(axis, notches) {
      const { plus, minus } = wheelButtons[axis];
      for (let i = 0; i < Math.abs(notches); i++) await device.click(notches > 0 ? plus : minus);
    },
    async untilFree(signal) {
      await keyboard.untilFree(signal);
    },
    desktopKeys: async (chords) => grabbedOnRoot(x, await keymaps.get(), chords),
    press: (keys, hold, past) => keyboard.press(keys, hold, past),
    inputMethod: () => inputMethodOn(display),
    modifier: (modifier, down) => keyboard.modifier(modifier, down),
    type: (text, typing) => keyboard.type(text, typing),
    releaseAll: () => device.releaseAll(),
    async close() {
      await device.releaseAll();
      await timing.close();
      ping.dispose();
      // What it undoes must be undone, not only asked for.
      await x.sync();
      survivor.dispose();
    },
  };
}
