import type { XPointer } from 'x11';
import type { MouseButton, KeyChord, Modifier } from '#contract/model/recordings/action';
import type { WindowInfo } from '#contract/model/windows/window';
import { splitChord } from '#contract/model/recordings/chord';
import type { BackendOptions, InputProvider, WheelAxis, Uptake, UptakeLimits } from '../../../../backend.ts';
import { inputMethodOn } from '../../key-filters/input-method.ts';
import { isStopped } from '../../processes/process.ts';
import { ActiveWindow } from '../windows/key-receiver.ts';
import type { XConnection } from '../display/connection.ts';
import { parseWindowId } from '../display/ids.ts';
import { XFailure } from '../display/failure.ts';
import { type SentInput, SentMark } from './sent-input.ts';
import { anyButtonMask, Device } from './device.ts';
import { Keyboard } from './keyboard/keyboard.ts';
import { type KeymapCache, stateBit, type Keymap } from './keyboard/keymap.ts';
import { PressedKeyJournal } from './keyboard/pressed-key-journal.ts';
import { RemapTiming } from './keyboard/remap-timing.ts';
import { Locks } from './keyboard/locks.ts';
import { Ping } from './ping.ts';
import { recover } from './recover.ts';
import { TemporaryKeyRemap } from './keyboard/temporary-key-remap.ts';
import { Survivor } from './survivor.ts';
import { keysymsOf } from './keyboard/keys.ts';

/**
 * https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#Pointers ; 4 to 7 are the wheel, and every toolkit treats 8
 * and 9 as side buttons.
 */
export const buttonNumbers: Readonly<Record<MouseButton, number>> = {
  left: 1,
  middle: 2,
  right: 3,
  back: 8,
  forward: 9,
};
/** `Button1Mask` and the following in the pointer's state; side buttons have none. */
const buttonMasks: Readonly<Partial<Record<MouseButton, number>>> = { left: 1 << 8, middle: 1 << 9, right: 1 << 10 };
const modifierMask = stateBit.shift | stateBit.control | stateBit.mod1 | stateBit.mod4;
export const wheelUp = 4;
export const wheelDown = 5;
const wheelButtons: Readonly<Record<WheelAxis, { readonly plus: number; readonly minus: number }>> = {
  vertical: { plus: wheelUp, minus: wheelDown },
  horizontal: { plus: 7, minus: 6 },
};

export interface LinuxInput extends InputProvider {
  /** Restores the original keyboard map. */
  close(): Promise<void>;
}

/** First undoes the leftovers of a killed predecessor. */
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
  const pressed = async (reported: number) => (await keymaps.get()).pressedButton(reported);
  const keyboard = new Keyboard({ device, keymaps, locks: new Locks(x, journal), remap, timing });
  return {
    uptake: (window, limits) => uptakeOf(ping, window, limits),
    async pointer() {
      const at = await x.ask<XPointer>((client, done) => client.QueryPointer(x.root, done));
      return { x: at.rootX, y: at.rootY };
    },
    sentAgo: () => mark.ago(),
    move: (to) => device.move(to),
    button: async (button, down) => device.button(await pressed(buttonNumbers[button]), down),
    reportsPointer: true,
    async pressAt(button, at, modifiers) {
      // Additionally held modifiers are not distinguished: they were checked just before.
      const others = modifiers.length === 0 ? modifierMask : 0;
      return device.pressAt(await pressed(buttonNumbers[button]), at, anyButtonMask | others);
    },
    release: async (button, at) => device.release(await pressed(buttonNumbers[button]), at, buttonMasks[button] ?? 0),
    async heldButtons() {
      const { keyMask } = await x.ask<XPointer>((client, done) => client.QueryPointer(x.root, done));
      return (['left', 'middle', 'right'] as const).filter((button) => (keyMask & (buttonMasks[button] ?? 0)) !== 0);
    },
    async wheel(axis, notches) {
      const { plus, minus } = wheelButtons[axis];
      const button = await pressed(notches > 0 ? plus : minus);
      for (let i = 0; i < Math.abs(notches); i++) await device.click(button);
    },
    async untilFree(signal) {
      await keyboard.untilFree(signal);
    },
    desktopKeys: async (chords) => grabbedOnRoot(x, await keymaps.get(), chords),
    press: (keys, hold, past) => keyboard.press(keys, hold, past),
    inputMethod: ({ layouts }) => inputMethodOn(display, layouts),
    modifier: (modifier, down) => keyboard.modifier(modifier, down),
    type: (text, typing) => keyboard.type(text, typing),
    releaseAll: () => device.releaseAll(),
    async close() {
      await device.releaseAll();
      await timing.close();
      ping.dispose();
      // Pending undo requests must be processed, not only sent.
      await x.sync();
      survivor.dispose();
    },
  };
}

/** The responding process forwards its input to others, which do not report. */
const ofSeveralProcesses: readonly string[] = ['chromium', 'electron', 'firefox'];

/** How far the window's app has processed its input, from its answers and the kernel's facts about its process. */
async function uptakeOf(ping: Ping, window: WindowInfo, { timeoutMs, signal }: UptakeLimits): Promise<Uptake> {
  const answer = await ping.ask(parseWindowId(window.id), timeoutMs, signal);
  if (answer === 'answered') return ofSeveralProcesses.includes(window.toolkit) ? 'unknown' : 'taken';
  if (await isStopped(window.processId)) return 'stopped';
  return answer === 'silent' ? 'busy' : 'unknown';
}

const badAccess = 10;

const grabAsynchronous = 1;

const modifierBits: Readonly<Record<Modifier, number>> = {
  shift: stateBit.shift,
  ctrl: stateBit.control,
  alt: stateBit.mod1,
  altgr: stateBit.mod5,
  meta: stateBit.mod4,
};

/**
 * The chords that another program has grabbed on the root window: the window manager, a desktop's settings, a hot-key daemon.
 * The server does not list grabs, but refuses a second one of the same key (`BadAccess`, “GrabKey” in
 * https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html ), whatever extension made the first: so each is grabbed, and
 * released at once.
 */
async function grabbedOnRoot(
  x: XConnection,
  keymap: Keymap,
  chords: readonly KeyChord[],
): Promise<readonly KeyChord[]> {
  const grabbed = await Promise.all(chords.map((chord) => isGrabbed(x, keymap, chord)));
  return chords.filter((_, i) => grabbed[i]);
}

async function isGrabbed(x: XConnection, keymap: Keymap, chord: KeyChord): Promise<boolean> {
  const { modifiers, key } = splitChord(chord);
  const places = keysymsOf(key).flatMap((keysym) => keymap.find(keysym) ?? []);
  const held = modifiers.reduce((state, modifier) => state | modifierBits[modifier], 0);
  for (const { keycode, shift } of places) {
    if (await refusesGrab(x, keycode, held | (shift ? stateBit.shift : 0))) return true;
  }
  return false;
}

async function refusesGrab(x: XConnection, keycode: number, state: number): Promise<boolean> {
  try {
    await x.ask<unknown>((client, done) => {
      client.GrabKey(x.root, 0, state, keycode, grabAsynchronous, grabAsynchronous, done);
      client.UngrabKey(x.root, keycode, state);
    });
    return false;
  } catch (error) {
    if (error instanceof XFailure && error.errorNumber === badAccess) return true;
    throw error;
  }
}
