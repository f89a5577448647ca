import { quoted } from '#contract/foreign-text';
import type { Command } from '../../command.ts';
import { completionScript, shells } from '../../completion/shells.ts';
import { UsageError } from '../../usage-error.ts';

export const completion: Command = {
  name: 'completion',
  summary: 'Print shell completion; its first line explains how to enable it.',
  usage: `completion ${shells.join('|')}`,
  options: {},
  positionals: [1, 1],
  async run({ commands }, args) {
    const wanted = args.at(0);
    const shell = shells.find((known) => known === wanted);
    if (!shell) throw new UsageError(`${quoted(wanted)} is none of ${shells.join(', ')}.`);
    const script = completionScript(shell, await commands());
    return { data: { shell, script }, text: script };
  },
};
