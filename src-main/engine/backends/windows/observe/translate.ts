import type { Modifier, MouseButton } from '#contract/model/action';
import type { RawInput } from '../../../backend.ts';
import { textOfKey } from '../input/layout.ts';
import { wheelDelta } from '../input/mouse.ts';
import { isModifierKey, nameOfKey } from '../input/virtual-keys.ts';
import type { Handle } from '../native/types.ts';
import type { HeldState, HookEvent } from './hook-events.ts';
import { mouseMessage } from './swallowed.ts';

type MouseEvent = Extract<HookEvent, { device: 'mouse' }>;
type KeyEvent = Extract<HookEvent, { device: 'keyboard' }>;

/** `VK_PACKET`: a character that was sent as such, in place of the scan code. */
const packet = 0xe7;
const buttons: Readonly<Record<number, readonly [name: MouseButton, down: boolean]>> = {
  ...{ [mouseMessage.leftDown]: ['left', true], [mouseMessage.leftUp]: ['left', false] },
  ...{ [mouseMessage.rightDown]: ['right', true], [mouseMessage.rightUp]: ['right', false] },
  ...{ [mouseMessage.middleDown]: ['middle', true], [mouseMessage.middleUp]: ['middle', false] },
};
/** The accent that a dead key's character stands for, to be put after the letter. */
const accents: Readonly<Record<string, string>> = {
  ...{ '`': '\u0300', '´': '\u0301', "'": '\u0301', '^': '\u0302', '~': '\u0303', '¨': '\u0308', '"': '\u0308' },
  ...{ '¸': '\u0327', ˇ: '\u030c', '˘': '\u0306', '°': '\u030a', '˙': '\u0307', '˝': '\u030b', '˛': '\u0328' },
};

/** Makes of what hooks tell what the engine takes; remembers what goes over several events. */
export class Translator {
  readonly #layout: () => Handle;
  /** Parts of a notch, as fine wheels turn them. */
  #turned = 0;
  #highSurrogate = '';
  #accent = '';

  /** @param layout of the program in front */
  constructor(layout: () => Handle) {
    this.#layout = layout;
  }

  /** Null for modifiers and dead keys alone, key releases, and wheels and buttons that nobody asks for. */
  translate(event: HookEvent, time: number): RawInput | null {
    if (event.device === 'mouse') return this.#mouse(event, time);
    return event.down && !isModifierKey(event.code) ? this.#key(event, time) : null;
  }

  #mouse({ message, x, y, data, held }: MouseEvent, time: number): RawInput | null {
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

  #key(event: KeyEvent, time: number): RawInput | null {
    if (event.code === packet) return this.#packet(String.fromCharCode(event.scanCode), time);
    const { held } = event;
    const layout = this.#layout();
    const named = nameOfKey(event.code);
    const state = { shift: held.shift, capsLock: held.capsLock, numLock: held.numLock, altGr: false };
    const byAltGr = held.ctrl && held.alt ? textOfKey(event.code, { ...state, altGr: true }, layout) : null;
    const modifiers = modifiersIn(byAltGr ? { ...held, ctrl: false, alt: false } : held);
    const plain = textOfKey(event.code, { shift: false, altGr: false, capsLock: false, numLock: true }, layout);
    const key = named ?? plain?.text.toLowerCase() ?? byAltGr?.text ?? null;
    if (key === null) return null;
    const isShortcut = modifiers.some((modifier) => modifier !== 'shift');
    const typed =
      isShortcut || (named !== null && named !== 'Space') ? null : (byAltGr ?? textOfKey(event.code, state, layout));
    const text = typed && this.#compose(typed);
    return typed && text === null ? null : { type: 'key', key: [...modifiers, key].join('+'), text, time };
  }

  /** A dead key types nothing yet; with the next one it makes one character, or two where they do not go together. */
  #compose({ text, dead }: { readonly text: string; readonly dead: boolean }): string | null {
    const before = this.#accent;
    this.#accent = '';
    if (dead && before === '') {
      this.#accent = text;
      return null;
    }
    if (before === '') return text;
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

function sideButton(message: number, data: number): readonly [MouseButton, boolean] | undefined {
  if (message !== mouseMessage.sideDown && message !== mouseMessage.sideUp) return undefined;
  return [data >>> 16 === 1 ? 'back' : 'forward', message === mouseMessage.sideDown];
}

/** In the order of chords. */
function modifiersIn({ ctrl, shift, alt, meta }: HeldState): Modifier[] {
  const held = { ctrl, shift, alt, meta };
  return (['ctrl', 'shift', 'alt', 'meta'] as const).filter((modifier) => held[modifier]);
}
