import type { MouseButton } from '#contract/model/recordings/action';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { splitChord } from '#contract/model/recordings/chord';
import { center, type Point } from '#contract/model/geometry';
import { sleep } from '../../../../../base/async/deadline.ts';
import type { InputProvider, Typing } from '../../../../backend.ts';
import { characterOf, keysymOfCharacter, keysymsOf } from '../../x11/input/keyboard/keys.ts';
import { keysymsOfText, stretches } from '../../x11/input/text.ts';
import { cannot, type Compositor, type KeyDevice, type KeyPlace, type PointerDevice } from '../compositor.ts';
import { layoutOf, type Desk } from '../desk.ts';
import { buttonCodes, modifierCodes } from '../input/evdev.ts';
import { takenBy } from '../shortcuts/shortcut.ts';
import { type SentMark, turned, type SentPresses } from '../input/sent-presses.ts';

/** Apps that drop characters beyond U+FFFF typed by a key, but paste them from the clipboard. */
const dropsAstral = new Set(['chromium', 'electron']);
const lastOfPlane = keysymOfCharacter('\uffff');

/** The target of keys. */
export interface KeyTarget {
  /** From the list of windows; empty if unknown. */
  readonly toolkit: string;
  readonly isTerminal: boolean;
}

/** Receives what is sent, before it is sent. */
export interface SentNotes {
  readonly mark: SentMark;
  readonly presses: SentPresses;
}

/** The input features of a session. */
export interface InputDesk extends Pick<Desk, 'outputs'> {
  readonly compositor: Pick<Compositor, 'name' | 'pointer' | 'keys' | 'text' | 'clipboard' | 'shortcuts'>;
}

/** Mouse and keyboard through virtual devices, which the compositor treats like the user's. */
export function createInput(desk: InputDesk, sent: SentNotes, target: () => Promise<KeyTarget>): InputProvider {
  const { compositor } = desk;
  const held = { keys: new Set<number>(), buttons: new Set<number>() };
  let pointer: Point | null = null;

  const mouse = (): PointerDevice => {
    if (!compositor.pointer) throw cannot(compositor, 'lets no one move its pointer', 'Act by patterns of elements.');
    sent.mark.note();
    return compositor.pointer;
  };
  const keyboard = (): KeyDevice => {
    if (!compositor.keys) throw cannot(compositor, 'takes keys from no one', 'Set values and invoke elements.');
    sent.mark.note();
    return compositor.keys;
  };
  const key = async (code: number, down: boolean) => {
    if (down) held.keys.add(code);
    const device = keyboard();
    await sent.presses.sending({ code, down }, () => device.key(code, down));
    if (!down) held.keys.delete(code);
  };
  const pressButton = async (code: number, down: boolean) => {
    const device = mouse();
    await sent.presses.sending({ code, down }, () => device.button(code, down));
  };
  const chord = async (codes: readonly number[], whileDown: () => Promise<void>) => {
    try {
      for (const code of codes) await key(code, true);
      await whileDown();
    } finally {
      for (const code of [...codes].reverse()) await key(code, false);
    }
  };

  const press: InputProvider['press'] = async (keys, hold) => {
    const { modifiers, key: named } = splitChord(keys);
    const [keysym = 0] = keysymsOf(named);
    const place = (await keyboard().find([keysym])).get(keysym);
    if (!place) throw cannot(compositor, `has no key for ${quoted(named)}`, 'Use a key of the layout that is on.');
    const held = modifiers.map((modifier) => modifierCodes[modifier]);
    await chord(codesOf(place, held), () => (hold ? sleep(hold.ms, hold.signal) : Promise.resolve()));
  };

  /** @param check runs before the keys: the clipboard may take a while */
  const paste = async (text: string, { isTerminal }: KeyTarget, check: () => Promise<void>) => {
    await check();
    if (await compositor.text?.commit(text)) return;
    if (!compositor.clipboard)
      throw cannot(compositor, 'has no key for some of these characters', 'Set the value of the field instead.');
    const keys = isTerminal ? 'ctrl+shift+v' : 'ctrl+v';
    const isTaken = await compositor.clipboard.lend(text, async () => {
      await check();
      await press(keys);
    });
    if (!isTaken) throw new AppError('not_verified', 'No app took the pasted text.', { delivery: 'unknown' });
  };

  const typeStretch = async (keysyms: readonly number[], done: number, typing: Typing, into: KeyTarget) => {
    const found = await keyboard().find(keysyms);
    const mayPaste = compositor.clipboard !== undefined && dropsAstral.has(into.toolkit);
    const places = keysyms.map((keysym) => (mayPaste && keysym > lastOfPlane ? undefined : found.get(keysym)));
    for (let i = 0; i < keysyms.length;) {
      const check = async () => {
        await typing.beforeKey(done + i);
        const { signal } = typing;
        if (signal.aborted) throw signal.reason instanceof AppError ? signal.reason : new AppError('cancelled');
      };
      await check();
      const place = places[i];
      if (place) {
        await chord(codesOf(place, []), () => Promise.resolve());
        i++;
      } else {
        const pasted = keysyms.slice(i, endOfPaste(keysyms, places, i));
        await paste(pasted.map(characterOf).join(''), into, check);
        i += pasted.length;
      }
    }
  };

  const moveTo = async (to: Point) => {
    await mouse().move(layoutOf(desk).toLogical(to));
    pointer = to;
  };
  const setButton = async (button: MouseButton, down: boolean) => {
    const code = buttonCodes[button];
    if (down) held.buttons.add(code);
    await pressButton(code, down);
    if (!down) held.buttons.delete(code);
  };

  const { keys } = compositor;
  return {
    ...(compositor.shortcuts && {
      desktopKeys: async (chords) => takenBy((await compositor.shortcuts?.()) ?? [], chords),
    }),
    ...(keys?.ready && { keysReady: () => keys.ready?.() ?? Promise.resolve(false) }),
    sentAgo: () => Promise.resolve(sent.mark.ago()),

    /** Our last position, if the compositor does not report it. */
    async pointer() {
      const reported = await compositor.pointer?.where?.();
      if (reported) return layoutOf(desk).pixelAt(reported);
      return pointer ?? center(layoutOf(desk).outputs[0]?.bounds ?? nowhere);
    },

    move: moveTo,
    button: setButton,
    async pressAt(button, at) {
      await moveTo(at);
      await setButton(button, true);
      return at;
    },
    async release(button) {
      await setButton(button, false);
      return pointer ?? nowhere;
    },
    async wheel(axis, notches) {
      const turn = () => mouse().notch(axis, notches > 0);
      for (let i = 0; i < Math.abs(notches); i++)
        await (axis === 'vertical' ? sent.presses.sending(turned(notches), turn) : turn());
    },
    // Wayland does not report modifiers held by others; a virtual device has its own modifiers.
    untilFree: () => Promise.resolve(),
    press,
    modifier: (modifier, down) => key(modifierCodes[modifier], down),
    async type(text, typing) {
      const into = await target();
      let done = 0;
      for (const stretch of stretches(keysymsOfText(text), () => false, keyboard().capacity)) {
        await typeStretch(stretch, done, typing, into);
        done += stretch.length;
      }
    },
    async releaseAll() {
      for (const code of [...held.keys]) await key(code, false);
      for (const code of [...held.buttons]) {
        await pressButton(code, false);
        held.buttons.delete(code);
      }
    },
  };
}

/** After the last character on its line without a key: one paste for all of them. */
function endOfPaste(keysyms: readonly number[], places: readonly (KeyPlace | undefined)[], from: number): number {
  let end = from + 1;
  for (let i = from; i < keysyms.length && !/[\n\t]/.test(characterOf(keysyms[i] ?? 0)); i++)
    if (!places[i]) end = i + 1;
  return end;
}

const nowhere = { x: 0, y: 0, width: 0, height: 0 };

/** The modifiers held for a key, in order. */
function codesOf({ code, shift, altgr = false }: KeyPlace, modifiers: readonly number[]): readonly number[] {
  const needs = [...(shift ? [modifierCodes.shift] : []), ...(altgr ? [modifierCodes.altgr] : [])];
  return [...modifiers, ...needs.filter((each) => !modifiers.includes(each)), code];
}
