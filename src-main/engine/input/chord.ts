import { AppError } from '#contract/errors';
import { modifier, type KeyChord, type Modifier } from '#contract/model/action';

/** Other words people use for modifiers. */
const aliases: Readonly<Record<string, Modifier>> = {
  ...{ control: 'ctrl', option: 'alt', cmd: 'meta', command: 'meta', win: 'meta', super: 'meta' },
};
const order: readonly Modifier[] = modifier.options;

/**
 * A chord in its one spelling: modifiers first, in their order, a printable key in lower case.
 * @throws AppError `invalid_parameter`
 */
export function parseChord(text: string): KeyChord {
  const parts = text === '+' ? ['+'] : text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
  const last = parts.at(-1) ?? '';
  const key = last === ' ' ? 'Space' : last;
  const named = parts.slice(0, -1).map((part) => aliases[part.toLowerCase()] ?? part.toLowerCase());
  const wrong = named.find((part) => !order.some((known) => known === part));
  if (key.trim() === '' || wrong !== undefined) {
    throw new AppError('invalid_parameter', `“${text}” is no key or chord.`, {
      hint: 'Write keys like Enter, F5, a, ctrl+s or ctrl+shift+Tab.',
    });
  }
  const held = order.filter((known) => named.includes(known));
  return [...held, Array.from(key).length === 1 ? key.toLowerCase() : key].join('+');
}
