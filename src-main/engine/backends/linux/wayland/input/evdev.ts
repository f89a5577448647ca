import { modifiers, type Modifier, type MouseButton } from '#contract/model/recordings/action';

/** linux/input-event-codes.h */
export const buttonCodes: Readonly<Record<MouseButton, number>> = {
  left: 0x110,
  right: 0x111,
  middle: 0x112,
  back: 0x113,
  forward: 0x114,
};

export const modifierCodes: Readonly<Record<Modifier, number>> = {
  ctrl: 29,
  shift: 42,
  alt: 56,
  meta: 125,
  altgr: 100,
};

/** Offset from evdev codes to the keycodes of X11, Clutter and apps. */
export const keyOffset = 8;

const buttons = new Map(Object.entries(buttonCodes).map(([name, code]) => [code, name as MouseButton]));

export function buttonOf(code: number): MouseButton | null {
  return buttons.get(code) ?? null;
}

/** Modifier bits that xkb calls depressed: X11/X.h. */
const bits: Readonly<Record<Modifier, number>> = { ctrl: 4, shift: 1, alt: 8, meta: 64, altgr: 128 };

export function modifiersIn(mask: number): readonly Modifier[] {
  return modifiers.filter((modifier) => (mask & bits[modifier]) !== 0);
}
