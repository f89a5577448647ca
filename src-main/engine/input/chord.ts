import { AppError } from '#contract/errors';
import { modifier, type KeyChord, type Modifier } from '#contract/model/action';
import { keyNames } from '#contract/model/key-names';
import { nearNames } from './near-names.ts';

const modifiers: readonly Modifier[] = modifier.options;
/** Other words people use for modifiers. */
const modifierAliases: Readonly<Record<string, Modifier>> = {
  ...{ control: 'ctrl', option: 'alt', cmd: 'meta', command: 'meta', win: 'meta', super: 'meta', altgraph: 'altgr' },
};
/** Other words people use for keys. */
const keyAliases: Readonly<Record<string, string>> = {
  ...{ return: 'Enter', esc: 'Escape', del: 'Delete', ins: 'Insert', menu: 'ContextMenu', ' ': 'Space' },
  ...{ left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown', pgup: 'PageUp', pgdn: 'PageDown' },
};
const namesIgnoringCase = new Map<string, string>([
  ...keyNames.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(keyAliases),
]);

/**
 * A chord in its one spelling: modifiers first, in their order; a key by its name in {@link keyNames}; a printable key in
 * lower case; a modifier alone as such.
 * @throws AppError `invalid_parameter`, with the names that may have been meant
 */
export function parseChord(text: string): KeyChord {
  const parts = text === '+' ? ['+'] : text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
  const held = parts.slice(0, -1).map((part) => modifierOf(part) ?? refuse(text, part, modifiers));
  const last = parts.at(-1) ?? '';
  const key = modifierOf(last) ?? namesIgnoringCase.get(last.toLowerCase()) ?? characterKey(last);
  return [...modifiers.filter((known) => held.includes(known)), key ?? refuse(text, last, keyNames)].join('+');
}

function modifierOf(part: string): Modifier | undefined {
  const lower = part.toLowerCase();
  return modifierAliases[lower] ?? modifiers.find((known) => known === lower);
}

/** A single character that can be typed: no control character, no half of one. */
function characterKey(text: string): string | undefined {
  const [character, ...others] = Array.from(text);
  if (character === undefined || others.length > 0 || /[\p{Cc}\p{Cs}]/u.test(character)) return undefined;
  return character.toLowerCase();
}

function refuse(chord: string, part: string, known: readonly string[]): never {
  const near = nearNames(part, known);
  throw new AppError('invalid_parameter', `“${chord}” is no key or chord${part === chord ? '' : `: “${part}”`}.`, {
    hint:
      near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'Write keys like Enter, F5, a, ctrl+s or ctrl+shift+Tab.',
    delivery: 'not_delivered',
    data: { near },
  });
}
