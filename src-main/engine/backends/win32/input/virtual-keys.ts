import type { Modifier } from '#contract/model/recordings/action';

/** A Windows key. Extended keys share their scan code with a keypad or left-hand key. */
export interface VirtualKey {
  readonly code: number;
  readonly extended: boolean;
}

const plain = (code: number): VirtualKey => ({ code, extended: false });
/** Which are: https://learn.microsoft.com/windows/win32/inputdev/about-keyboard-input#extended-key-flag */
const extended = (code: number): VirtualKey => ({ code, extended: true });

/** https://learn.microsoft.com/windows/win32/inputdev/virtual-key-codes ; the keypad's keys are in a table of their own. */
const namedKeys: Readonly<Record<string, VirtualKey>> = {
  Enter: plain(0x0d),
  Tab: plain(0x09),
  Space: plain(0x20),
  Escape: plain(0x1b),
  Backspace: plain(0x08),
  Delete: extended(0x2e),
  Insert: extended(0x2d),
  Home: extended(0x24),
  End: extended(0x23),
  PageUp: extended(0x21),
  PageDown: extended(0x22),
  ArrowLeft: extended(0x25),
  ArrowUp: extended(0x26),
  ArrowRight: extended(0x27),
  ArrowDown: extended(0x28),
  CapsLock: plain(0x14),
  NumLock: extended(0x90),
  ScrollLock: plain(0x91),
  Pause: plain(0x13),
  PrintScreen: extended(0x2c),
  ContextMenu: extended(0x5d),
  Help: plain(0x2f),
  Clear: plain(0x0c),
  AudioVolumeMute: extended(0xad),
  AudioVolumeDown: extended(0xae),
  AudioVolumeUp: extended(0xaf),
  MediaTrackNext: extended(0xb0),
  MediaTrackPrevious: extended(0xb1),
  MediaStop: extended(0xb2),
  MediaPlayPause: extended(0xb3),
  LaunchMail: extended(0xb4),
  LaunchCalculator: extended(0xb7),
  BrowserBack: extended(0xa6),
  BrowserForward: extended(0xa7),
  BrowserRefresh: extended(0xa8),
  BrowserStop: extended(0xa9),
  BrowserSearch: extended(0xaa),
  BrowserFavorites: extended(0xab),
  BrowserHome: extended(0xac),
  ...Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`F${i + 1}`, plain(0x70 + i)])),
};

const keypadZero = 0x60;
/** Pressed as such; reported as the main keys of the same meaning. */
const keypadKeys: Readonly<Record<string, VirtualKey>> = {
  NumpadEnter: extended(0x0d),
  NumpadMultiply: plain(0x6a),
  NumpadAdd: plain(0x6b),
  NumpadSubtract: plain(0x6d),
  NumpadDecimal: plain(0x6e),
  NumpadDivide: extended(0x6f),
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`Numpad${digit}`, plain(keypadZero + digit)])),
};

/** Left key first: the one that is pressed. */
export const modifierKeys: Readonly<Record<Modifier, readonly VirtualKey[]>> = {
  ctrl: [plain(0xa2), extended(0xa3)],
  shift: [plain(0xa0), plain(0xa1)],
  alt: [plain(0xa4)],
  meta: [extended(0x5b), extended(0x5c)],
  altgr: [extended(0xa5)],
};

const nameOfCode = new Map(Object.entries(namedKeys).map(([name, { code }]) => [code, name] as const));
/** Codes for either side. */
const eitherSide: readonly number[] = [0x10, 0x11, 0x12];
const modifierCodes = new Set([...eitherSide, ...Object.values(modifierKeys).flatMap((keys) => keys.map(codeOf))]);

const modifiersByName: Readonly<Record<string, readonly VirtualKey[]>> = modifierKeys;

/** The named key, or the left key of a modifier; undefined if Windows has none, e.g. for `Copy`. */
export function namedKey(name: string): VirtualKey | undefined {
  return namedKeys[name] ?? keypadKeys[name] ?? modifiersByName[name]?.[0];
}

export function nameOfKey(code: number): string | null {
  return nameOfCode.get(code) ?? null;
}

/** Letters and digits have their ASCII codes in every layout, even if digits need Shift or letters are not Latin. */
export function letterOrDigit(code: number): string | null {
  const character = String.fromCharCode(code);
  return /^[A-Z0-9]$/.test(character) ? character.toLowerCase() : null;
}

export function isKeypadDigit(code: number): boolean {
  return code >= keypadZero && code < keypadZero + 10;
}

export function isModifierKey(code: number): boolean {
  return modifierCodes.has(code);
}

function codeOf({ code }: VirtualKey): number {
  return code;
}
