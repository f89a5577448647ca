import { AppError } from '#contract/errors';
import type { KeyChord, Modifier } from '#contract/model/recordings/action';
import { splitChord } from '#contract/model/recordings/chord';
import type { Log } from '../../../../base/log.ts';
import type { InputProvider } from '../../../backend.ts';
import type { NativePoint } from '../native/types.ts';
import { getCursorPos, layoutInFront, registerHotKey, unregisterHotKey } from './api.ts';
import { Device, releaseLeft, sentAgo } from './device.ts';
import { Keyboard, placeInChord } from './keyboard.ts';
import { leftHeld, PressedKeyJournal } from './pressed-key-journal.ts';

/** Mouse and keyboard. First releases what a killed predecessor left pressed. */
export function createInput(log: Log): InputProvider {
  recover(log);
  const device = new Device(new PressedKeyJournal());
  const keyboard = new Keyboard(device);
  return {
    pointer: () => now(pointer),
    sentAgo: () => now(sentAgo),
    move: (to) => now(() => device.move(to)),
    button: (button, down) => now(() => device.button(button, down)),
    reportsPointer: true,
    pressAt: (button, at) =>
      now(() => {
        if (device.heldBySomebody().length > 0) return null;
        device.pressAt(button, at);
        return pointer();
      }),
    release: (button, at) =>
      now(() => {
        const before = pointer();
        if (before.x !== at.x || before.y !== at.y) device.move(at);
        device.button(button, false);
        return before;
      }),
    heldButtons: () => now(() => device.heldBySomebody()),
    wheel: (axis, notches) => now(() => device.wheel(axis, notches)),
    async untilFree(signal) {
      // On a locked screen, or during a UAC prompt, nothing can be released.
      device.releaseAll();
      await keyboard.untilFree(signal);
    },
    desktopKeys: (chords) => now(() => chords.filter(isHotKey)),
    press: (keys, hold) => keyboard.press(keys, hold),
    modifier: (modifier, down) => now(() => keyboard.modifier(modifier, down)),
    type: (text, typing) => keyboard.type(text, typing),
    releaseAll: () => now(() => device.releaseAll()),
  };
}

/** Windows accepts input synchronously; the interface is asynchronous nevertheless. */
function now<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}

/**
 * @throws AppError `elevated_target` while another desktop is active:
 * https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getcursorpos#remarks
 */
function pointer(): NativePoint {
  const at: Partial<NativePoint> = {};
  const known = getCursorPos(at) !== 0;
  const { x, y } = at;
  if (known && x !== undefined && y !== undefined) return { x, y };
  throw new AppError('elevated_target', 'Windows does not report the pointer’s position.', {
    hint: 'The screen is locked, or Windows shows a question to the user.',
  });
}

/** Never fails the start: failures are logged. */
function recover(log: Log): void {
  try {
    for (const { held, erase } of leftHeld()) {
      log('warn', 'an engine ended without letting go of keys or buttons: they are released');
      releaseLeft(held);
      erase();
    }
  } catch (error) {
    log('warn', 'what another engine left pressed could not be released', error);
  }
}

/** `MOD_…` of winuser.h, without repeats; AltGr is Ctrl and Alt. */
const hotKeyBits: Readonly<Record<Modifier, number>> = { alt: 0x1, ctrl: 0x2, shift: 0x4, meta: 0x8, altgr: 0x3 };

/** Program ids end at 0xBFFF; nothing else here registers a hot key for its thread. */
const probeId = 0xbfff;

const [shell, thisThread] = [hotKeyBits.meta, 0] as const;

/**
 * Whether a program, including the shell, has this chord as a hot key: Windows does not list them but refuses a taken one, so
 * it is registered and unregistered at once. Chords with the Windows key always belong to the shell:
 * https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-registerhotkey#remarks
 */
function isHotKey(chord: KeyChord): boolean {
  const { modifiers, key } = splitChord(chord);
  const held = modifiers.reduce((all, modifier) => all | hotKeyBits[modifier], 0);
  if ((held & shell) !== 0) return true;
  const place = placeOf(key, modifiers);
  if (!place?.key) return false;
  const wanted = held | (place.shift ? hotKeyBits.shift : 0);
  if (registerHotKey(thisThread, probeId, wanted, place.key.code) === 0) return true;
  unregisterHotKey(thisThread, probeId);
  return false;
}

/** Null for keys missing on this keyboard, which pressing reports. */
function placeOf(key: string, modifiers: readonly Modifier[]) {
  try {
    return placeInChord(key, modifiers, layoutInFront());
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
