import type { KeyChord, Modifier } from '#contract/model/recordings/action';
import { splitChord } from '#contract/model/recordings/chord';
import type { XConnection } from '../display/connection.ts';
import { XFailure } from '../display/failure.ts';
import { stateBit, type Keymap } from './keyboard/keymap.ts';
import { keysymsOf } from './keyboard/keys.ts';

const badAccess = 10;
const asynchronous = 1;

const bits: Readonly<Record<Modifier, number>> = {
  shift: stateBit.shift,
  ctrl: stateBit.control,
  alt: stateBit.mod1,
  altgr: stateBit.mod5,
  meta: stateBit.mod4,
};

/**
 * Those of the chords that another program has grabbed on the root window: the window manager, a desktop's settings, a
 * daemon of hot keys. The server does not list grabs, and refuses a second one of the same key (`BadAccess`, “GrabKey” in
 * https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html ), whatever extension the first was made with: so each
 * is grabbed, and let go of in the same breath.
 */
export async function grabbedOnRoot(
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
  const held = modifiers.reduce((state, modifier) => state | bits[modifier], 0);
  for (const { keycode, shift } of places) {
    if (await refusesGrab(x, keycode, held | (shift ? stateBit.shift : 0))) return true;
  }
  return false;
}

async function refusesGrab(x: XConnection, keycode: number, state: number): Promise<boolean> {
  try {
    await x.ask<unknown>((client, done) => {
      client.GrabKey(x.root, 0, state, keycode, asynchronous, asynchronous, done);
      client.UngrabKey(x.root, keycode, state);
    });
    return false;
  } catch (error) {
    if (error instanceof XFailure && error.errorNumber === badAccess) return true;
    throw error;
  }
}
