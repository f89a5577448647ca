import { quoted } from '#contract/foreign-text';

interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder?: string | undefined;
}

/** What a person is asked before a program is started: all of it, since the folder may decide which program that is. */
export function startSentence({ command, args, folder }: Started): string {
  const start = `Start ${quoted([command, ...args].join(' '), Infinity)}`;
  return folder === undefined ? start : `${start} in ${quoted(folder, Infinity)}`;
}
