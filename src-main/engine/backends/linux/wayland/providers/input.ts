import { AppError } from '#contract/errors';
import { splitChord } from '#contract/model/chord';
import { center, type Point } from '#contract/model/geometry';
import { sleep } from '../../../../../base/deadline.ts';
import type { InputProvider, Typing } from '../../../../backend.ts';
import { keysymsOf } from '../../x11/input/keys.ts';
import { keysymsOfText, stretches } from '../../x11/input/text.ts';
import { cannot, type KeyDevice, type KeyPlace, type PointerDevice } from '../compositor.ts';
import { layoutOf, type Desk } from '../desk.ts';
import { buttonCodes, modifierCodes } from '../evdev.ts';
import type { SentMark } from '../sent-mark.ts';

/** Mouse and keyboard by devices of our own, which the compositor takes for a person's. */
export function createInput(desk: Desk, sent: SentMark): InputProvider {
  const { compositor } = desk;
  const held = { keys: new Set<number>(), buttons: new Set<number>() };
  let pointer: Point | null = null;

  const mouse = (): PointerDevice => {
    if (!compositor.pointer) throw cannot(compositor, 'lets no one move its pointer', 'Act by patterns of elements.');
    sent.note();
    return compositor.pointer;
  };
  const keyboard = (): KeyDevice => {
    if (!compositor.keys) throw cannot(compositor, 'takes keys from no one', 'Set values and invoke elements.');
    sent.note();
    return compositor.keys;
  };
  const key = async (code: number, down: boolean) => {
    if (down) held.keys.add(code);
    await keyboard().key(code, down);
    if (!down) held.keys.delete(code);
  };
  const chord = async (codes: readonly number[], whileDown: () => Promise<void>) => {
    try {
      for (const code of codes) await key(code, true);
      await whileDown();
    } finally {
      for (const code of [...codes].reverse()) await key(code, false);
    }
  };

  const typeStretch = async (keysyms: readonly number[], done: number, { signal, beforeKey }: Typing) => {
    const places = await keyboard().find(keysyms);
    for (const [i, keysym] of keysyms.entries()) {
      await beforeKey(done + i);
      if (signal.aborted) throw signal.reason instanceof AppError ? signal.reason : new AppError('cancelled');
      const place = places.get(keysym);
      if (place) await chord(codesOf(place, []), () => Promise.resolve());
    }
  };

  return {
    sentAgo: () => Promise.resolve(sent.ago()),

    /** Where we have put it: Wayland tells no one where it is. */
    pointer: () => Promise.resolve(pointer ?? center(layoutOf(desk).outputs[0]?.bounds ?? nowhere)),

    async move(to) {
      await mouse().move(layoutOf(desk).toLogical(to));
      pointer = to;
    },
    async button(button, down) {
      const code = buttonCodes[button];
      if (down) held.buttons.add(code);
      await mouse().button(code, down);
      if (!down) held.buttons.delete(code);
    },
    async wheel(axis, notches) {
      for (let i = 0; i < Math.abs(notches); i++) await mouse().notch(axis, notches > 0);
    },
    // Wayland tells no one what others hold; a device of our own has modifiers of its own.
    untilFree: () => Promise.resolve(),
    async press(keys, hold) {
      const { modifiers, key: named } = splitChord(keys);
      const [keysym = 0] = keysymsOf(named);
      const place = (await keyboard().find([keysym])).get(keysym);
      if (!place) return;
      await chord(
        codesOf(
          place,
          modifiers.map((modifier) => modifierCodes[modifier]),
        ),
        () => (hold ? sleep(hold.ms, hold.signal) : Promise.resolve()),
      );
    },
    modifier: (modifier, down) => key(modifierCodes[modifier], down),
    async type(text, typing) {
      let done = 0;
      for (const stretch of stretches(keysymsOfText(text), () => false, keyboard().capacity)) {
        await typeStretch(stretch, done, typing);
        done += stretch.length;
      }
    },
    async releaseAll() {
      for (const code of [...held.keys]) await key(code, false);
      for (const code of [...held.buttons]) {
        await mouse().button(code, false);
        held.buttons.delete(code);
      }
    },
  };
}

const nowhere = { x: 0, y: 0, width: 0, height: 0 };

/** What is held down for a key, in order. */
function codesOf({ code, shift }: KeyPlace, modifiers: readonly number[]): readonly number[] {
  const needsShift = shift && !modifiers.includes(modifierCodes.shift);
  return [...modifiers, ...(needsShift ? [modifierCodes.shift] : []), code];
}
