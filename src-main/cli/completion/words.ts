import { globalOptions, type Options } from '../args.ts';
import type { Command } from '../command.ts';

/** What may stand in a command line, with what it means. */
export interface Word {
  readonly word: string;
  readonly help: string;
}

/** What may follow the name of a command: the choices of its first argument, and its options. */
export function wordsAfter({ usage, options }: Command): readonly Word[] {
  return [...choices(usage), ...optionWords(options), ...optionWords(globalOptions)];
}

/** `audit verify|show [FILE]` lets one choose between `verify` and `show`. */
function choices(usage: string): readonly Word[] {
  const [, first = ''] = usage.split(' ');
  return /^[a-z-]+(\|[a-z-]+)+$/.test(first) ? first.split('|').map((word) => ({ word, help: '' })) : [];
}

function optionWords(options: Options): readonly Word[] {
  return Object.entries(options).map(([name, { help }]) => ({ word: `--${name}`, help }));
}
