import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Modifier } from '#contract/model/recordings/action';

/** AltGr makes signs, which are typed. */
type Held = Exclude<Modifier, 'altgr'>;

const modifiers: Readonly<Record<string, Held>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  controlleft: 'ctrl',
  shift: 'shift',
  alt: 'alt',
  option: 'alt',
  meta: 'meta',
  super: 'meta',
  cmd: 'meta',
  command: 'meta',
  win: 'meta',
  windows: 'meta',
};

/** As `keyboard_input` writes them: UFO's notation. */
const held: Readonly<Record<Held, readonly [before: string, after: string]>> = {
  ctrl: ['{VK_CONTROL}', ''],
  shift: ['{VK_SHIFT}', ''],
  alt: ['{VK_MENU}', ''],
  meta: ['{VK_LWIN down}', '{VK_LWIN up}'],
};

/**
 * Names of keys, in lower case without `_`: those of xdotool, which Anthropic's tools use, of Playwright, which OpenAI's and
 * Gemini's use, and what models write beside them; with the name that `keyboard_input` takes.
 */
const keys: Readonly<Record<string, string>> = {
  return: 'ENTER',
  enter: 'ENTER',
  kpenter: 'ENTER',
  tab: 'TAB',
  space: 'SPACE',
  escape: 'ESC',
  esc: 'ESC',
  backspace: 'BACKSPACE',
  delete: 'DELETE',
  del: 'DELETE',
  insert: 'INSERT',
  home: 'HOME',
  end: 'END',
  pageup: 'PGUP',
  prior: 'PGUP',
  pagedown: 'PGDN',
  next: 'PGDN',
  up: 'UP',
  arrowup: 'UP',
  down: 'DOWN',
  arrowdown: 'DOWN',
  left: 'LEFT',
  arrowleft: 'LEFT',
  right: 'RIGHT',
  arrowright: 'RIGHT',
  capslock: 'CAPSLOCK',
  menu: 'APPS',
  contextmenu: 'APPS',
  print: 'PRTSC',
  printscreen: 'PRTSC',
  pause: 'PAUSE',
  ...Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`f${i + 1}`, `F${i + 1}`])),
};

/** Signs by the names that xdotool has for them. */
const signs: Readonly<Record<string, string>> = {
  plus: '+',
  minus: '-',
  equal: '=',
  comma: ',',
  period: '.',
  slash: '/',
  backslash: '\\',
  semicolon: ';',
  asterisk: '*',
};

/** `["ctrl", "s"]` as `{VK_CONTROL}s`. @throws AppError `invalid_parameter` for a key that there is not */
export function keysInWords(chord: readonly string[]): string {
  const names = chord.map((name) => name.trim()).filter((name) => name !== '');
  const last = names.at(-1);
  if (last === undefined) throw unknown('');
  const before = names.slice(0, -1).map(holdOf);
  const alone = before.length === 0 && nameIn(modifiers, last) === 'meta' ? '{LWIN}' : keyInWords(last);
  return before.map((one) => held[one][0]).join('') + alone + before.map((one) => held[one][1]).join('');
}

/** @throws AppError `invalid_parameter` for a key that is not held while another is pressed */
export function holdOf(name: string): Held {
  const modifier = nameIn(modifiers, name);
  if (modifier) return modifier;
  throw unknown(name);
}

function keyInWords(name: string): string {
  const sign = nameIn(signs, name) ?? name;
  if (Array.from(sign).length === 1) return /[{}]/.test(sign) ? `{${sign}}` : sign.toLowerCase();
  const key = nameIn(keys, name);
  if (key === undefined) throw unknown(name);
  return `{${key}}`;
}

function nameIn<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  const bare = name.trim().toLowerCase().replaceAll('_', '');
  return Object.hasOwn(table, bare) ? table[bare] : undefined;
}

function unknown(name: string): AppError {
  return new AppError('invalid_parameter', `There is no key ${quoted(name)} to be pressed so.`);
}
