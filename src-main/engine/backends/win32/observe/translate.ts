import type { Modifier, MouseButton } from '#contract/model/recordings/action';
import type { RawInput } from '../../../backend.ts';
import { plainState, type CharacterState, type KeyText } from '../input/layout.ts';
import { wheelDelta } from '../input/mouse.ts';
import { isKeypadDigit, isModifierKey, letterOrDigit, nameOfKey } from '../input/virtual-keys.ts';
import { type HeldState, type HookEvent, mouseMessage } from './hook-events.ts';

type MouseEvent = Extract<HookEvent, { device: 'mouse' }>;
type KeyEvent = Extract<HookEvent, { device: 'keyboard' }>;

/** `VK_PACKET`: a character that was sent as such, in place of the scan code. */
const packet = 0xe7;
const buttons: Readonly<Record<number, readonly [name: MouseButton, down: boolean]>> = {
  [mouseMessage.leftDown]: ['left', true],
  [mouseMessage.leftUp]: ['left', false],
  [mouseMessage.rightDown]: ['right', true],
  [mouseMessage.rightUp]: ['right', false],
  [mouseMessage.middleDown]: ['middle', true],
  [mouseMessage.middleUp]: ['middle', false],
};
/** The combining accent of a dead key's character, to be placed after the letter. */
const accents: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '´': '\u0301',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '¨': '\u0308',
  '"': '\u0308',
  '¸': '\u0327',
  ˇ: '\u030c',
  '˘': '\u0306',
  '°': '\u030a',
  '˙': '\u0307',
  '˝': '\u030b',
  '˛': '\u0328',
  '΄': '\u0301',
  '΅': '\u0308\u0301',
};

/** Converts hook events to engine events, with state across events. */
export class Translator {
  readonly #textOf: (code: number, state: CharacterState) => KeyText | null;
  /** Fractions of a notch, as sent by high-resolution wheels. */
  #turned = 0;
  #highSurrogate = '';
  #accent = '';

  /** @param textOf text of a key in the foreground program */
  constructor(textOf: (code: number, state: CharacterState) => KeyText | null) {
    this.#textOf = textOf;
  }

  /**
   * Must be called inside the hook: once a program has processed a dead key, the same key yields other text.
   * @returns null for modifiers, dead keys, digits of a character code, key releases, and unknown wheels and buttons
   */
  translate(event: HookEvent): RawInput | null {
    if (event.device === 'mouse') return this.#mouse(event);
    return event.down && !isModifierKey(event.code) && !isPartOfNumber(event) ? this.#key(event) : null;
  }

  #mouse({ message, x, y, data, held, time }: MouseEvent): RawInput | null {
    if (message === mouseMessage.move) return { type: 'move', x, y, time };
    if (message === mouseMessage.wheel) return this.#wheel(data, { x, y, time });
    const [button, down] = buttons[message] ?? sideButton(message, data) ?? [];
    if (button === undefined || down === undefined) return null;
    return { type: 'button', x, y, button, down, modifiers: modifiersIn(held), time };
  }

  #wheel(data: number, at: { x: number; y: number; time: number }): RawInput | null {
    // A signed number in the upper half.
    this.#turned += data >> 16;
    const notches = Math.trunc(this.#turned / wheelDelta);
    this.#turned -= notches * wheelDelta;
    return notches === 0 ? null : { type: 'wheel', ...at, notches };
  }

  #key({ held, code, scanCode, time }: KeyEvent): RawInput | null {
    if (code === packet) return this.#packet(String.fromCharCode(scanCode), time);
    const named = nameOfKey(code);
    const state = { shift: held.shift, capsLock: held.capsLock, numLock: held.numLock, altGr: false };
    const byAltGr = held.ctrl && held.alt ? this.#textOf(code, { ...state, altGr: true }) : null;
    const modifiers = modifiersIn(byAltGr ? { ...held, ctrl: false, alt: false } : held);
    const isShortcut = modifiers.some((modifier) => modifier !== 'shift');
    const key = named ?? (isShortcut ? letterOrDigit(code) : null) ?? this.#plain(code) ?? byAltGr?.text ?? null;
    if (key === null) return null;
    const typed = isShortcut || (named !== null && named !== 'Space') ? null : (byAltGr ?? this.#textOf(code, state));
    if (!typed) this.#accent = '';
    const text = typed && this.#compose(typed);
    return typed && text === null ? null : { type: 'key', key: [...modifiers, key].join('+'), text, time };
  }

  /** The key's own character, without that of a preceding dead key. */
  #plain(code: number): string | undefined {
    return Array.from(this.#textOf(code, plainState)?.text ?? '')
      .at(-1)
      ?.toLowerCase();
  }

  /** A dead key types nothing yet; with the next key it composes one character, or two if they do not combine. */
  #compose({ text, dead }: { readonly text: string; readonly dead: boolean }): string | null {
    const before = this.#accent;
    this.#accent = '';
    if (dead && before === '') {
      this.#accent = text;
      return null;
    }
    if (before === '' || isJoined(before, text, dead)) return text;
    if (text === ' ') return before;
    const together = (text + (accents[before] ?? '')).normalize('NFC');
    return Array.from(together).length === 1 && together !== text ? together : before + text;
  }

  #packet(unit: string, time: number): RawInput | null {
    const text = this.#highSurrogate + unit;
    const isHalf = /^[\uD800-\uDBFF]$/.test(text);
    this.#highSurrogate = isHalf ? text : '';
    return isHalf ? null : { type: 'key', key: text.toLowerCase(), text, time };
  }
}

/** A keypad digit with Alt types nothing: the digits together are a character code. */
function isPartOfNumber({ code, held: { alt, ctrl, meta } }: KeyEvent): boolean {
  return alt && !ctrl && !meta && isKeypadDigit(code);
}

/** Whether Windows itself has composed the accent and the next character: see `textOfKey`. */
function isJoined(accent: string, text: string, dead: boolean): boolean {
  if (text.length > 1) return text.startsWith(accent);
  const mark = accents[accent];
  return !dead && (text === accent || (mark !== undefined && text.normalize('NFD').includes(mark)));
}

function sideButton(message: number, data: number): readonly [MouseButton, boolean] | undefined {
  if (message !== mouseMessage.sideDown && message !== mouseMessage.sideUp) return undefined;
  return [data >>> 16 === 1 ? 'back' : 'forward', message === mouseMessage.sideDown];
}

/** In the order used in chords. */
function modifiersIn({ ctrl, shift, alt, meta }: HeldState): Modifier[] {
  const held = { ctrl, shift, alt, meta };
  return (['ctrl', 'shift', 'alt', 'meta'] as const).filter((modifier) => held[modifier]);
}
