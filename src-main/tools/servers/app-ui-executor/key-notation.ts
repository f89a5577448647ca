import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { KeyChord, Modifier } from '#contract/model/recordings/action';
import { modifier as modifiers } from '#contract/model/schemas/action';
import type { KeyStroke } from '../../input/strokes.ts';
import { holdableOf, keyOf, modifierOf, nameInBraces } from './key-names.ts';

const maxRepeat = 1_000;
const token = /\{([{}]|[^{}]+?)(?:\s+(\d+|down|up))?\}|([^{}])/gisuy;

/**
 * Reads UFO's key notation (keyboard_input): characters represent themselves, blanks, `+ ^ % ~ ( )` included; names are in
 * braces, `{ENTER}`, `{TAB 2}`, `{F5}`; `{VK_CONTROL}`, `{VK_SHIFT}`, `{VK_MENU}` hold for the next key only, so `{VK_CONTROL}s`
 * is Ctrl+S; `{VK_LWIN down}d{VK_LWIN up}` holds a modifier in between; a character in braces is that character, `{{}`; a line
 * break is Enter, a tab is Tab.
 * @throws AppError `invalid_parameter` naming the place
 */
export function parseKeys(keys: string): readonly KeyStroke[] {
  const strokes: KeyStroke[] = [];
  const down = new Set<Modifier>();
  let next: Modifier[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < keys.length) {
    const at = token.lastIndex;
    const match = token.exec(keys);
    if (!match)
      throw invalid(keys, `${quoted(keys.slice(at, at + 12))} has an unpaired brace: write {{} or {}} for a brace`);
    const [, name, suffix = '', plain = ''] = match;
    const modifier = name === undefined ? null : modifierOf(name);
    if (name !== undefined && /^(down|up)$/i.test(suffix)) hold(keys, down, name, suffix.toLowerCase() === 'down');
    else if (modifier && suffix === '') next.push(modifier);
    else {
      const held = [...next, ...down];
      strokes.push(strokeOf(keys, name ?? plain, { named: name !== undefined, repeat: repeatOf(keys, suffix), held }));
      next = [];
    }
  }
  if (next.length > 0) throw invalid(keys, `after ${next.join(' and ')} the key is missing`);
  if (down.size > 0) throw invalid(keys, `${[...down].join(' and ')} is pressed and never released`);
  return joinText(strokes);
}

/** The same strokes in pywinauto's notation, which UFO answers: `^s`, `{TAB 2}`, `50{%}`. */
export function formatKeys(strokes: readonly KeyStroke[]): string {
  return strokes.map((stroke) => (stroke.type === 'text' ? escapeText(stroke.text) : formatChord(stroke))).join('');
}

function hold(keys: string, down: Set<Modifier>, name: string, press: boolean): void {
  const modifier = holdableOf(name);
  if (!modifier) throw invalid(keys, `only modifiers can be held, not {${name}}`);
  if (press) down.add(modifier);
  else down.delete(modifier);
}

function repeatOf(keys: string, suffix: string): number {
  const repeat = Number(suffix || 1);
  if (repeat >= 1 && repeat <= maxRepeat) return repeat;
  throw invalid(keys, `${suffix} is not from 1 to ${maxRepeat}`);
}

function strokeOf(
  keys: string,
  key: string,
  { named, repeat, held }: { readonly named: boolean; readonly repeat: number; readonly held: readonly Modifier[] },
): KeyStroke {
  const single = Array.from(key).length === 1;
  const known = named && !single ? keyOf(key) : lineKeys[key];
  if (named && !single && !known) throw invalid(keys, `there is no key {${key}}`);
  if (!known && held.length === 0) return { type: 'text', text: key.repeat(repeat) };
  if (known === 'Space' && held.length === 0) return { type: 'text', text: ' '.repeat(repeat) };
  const last = known ?? (key === ' ' ? 'Space' : key.toLowerCase());
  const chord = [...modifiers.options.filter((modifier) => held.includes(modifier)), last].join('+');
  return { type: 'chord', keys: chord, repeat };
}

const lineKeys: Readonly<Record<string, string>> = { '\n': 'Enter', '\r': 'Enter', '\t': 'Tab' };

function joinText(strokes: readonly KeyStroke[]): readonly KeyStroke[] {
  const joined: KeyStroke[] = [];
  for (const stroke of strokes) {
    const last = joined.at(-1);
    if (stroke.type === 'text' && last?.type === 'text') {
      joined[joined.length - 1] = { type: 'text', text: last.text + stroke.text };
    } else joined.push(stroke);
  }
  return joined;
}

function escapeText(text: string): string {
  return text.replace(/[+^%~(){}]/g, (char) => `{${char}}`);
}

const signs: Readonly<Record<string, string>> = { ctrl: '^', shift: '+', alt: '%' };

function formatChord({ keys, repeat }: { readonly keys: KeyChord; readonly repeat: number }): string {
  // The key itself may be a plus sign.
  const parts = keys.endsWith('++') ? [...keys.slice(0, -2).split('+'), '+'] : keys.split('+');
  const key = parts.at(-1) ?? '';
  const held = parts.slice(0, -1);
  const prefix = held.map((modifier) => signs[modifier] ?? '').join('');
  const times = repeat === 1 ? '' : ` ${repeat}`;
  const once =
    prefix +
    (Array.from(key).length === 1 && !times ? escapeText(key) : `{${nameInBraces(key) ?? key.toUpperCase()}${times}}`);
  return held.includes('meta') ? `{VK_LWIN down}${once}{VK_LWIN up}` : once;
}

function invalid(keys: string, why: string): AppError {
  return new AppError('invalid_parameter', `Cannot parse the keys ${JSON.stringify(keys)}: ${why}.`, {
    hint: 'Write text as it is and keys in braces: {ENTER}, {TAB 2}, {VK_CONTROL}s.',
    delivery: 'not_delivered',
  });
}
