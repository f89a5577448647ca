import type { Command } from '../../command.ts';
import { commandHelp, overview, usageLine } from '../../output/help-text.ts';
import { UsageError } from '../../args.ts';
import { quoted } from '#contract/foreign-text';

export const help: Command = {
  name: 'help',
  summary: 'Show all commands, or the usage of one.',
  usage: 'help [COMMAND]',
  options: {},
  positionals: [0, 1],
  async run({ commands, paint }, args) {
    const wanted = args.at(0);
    const all = await commands();
    const found = all.filter(({ name }) => wanted === '' || name === wanted);
    const [first] = found;
    if (!first) throw new UsageError(`${quoted(wanted)} is not a command of Deskscope.`);
    const text = wanted === '' ? overview(all, paint) : commandHelp(first, paint);
    const data = found.map((command) => ({ name: command.name, summary: command.summary, usage: usageLine(command) }));
    return { data: { commands: data }, text };
  },
};

export const version: Command = {
  name: 'version',
  summary: 'Show the version.',
  usage: 'version',
  options: {},
  positionals: [0, 0],
  run: (context) => Promise.resolve({ data: { version: context.version }, text: context.version }),
};
