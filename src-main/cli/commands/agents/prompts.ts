import path from 'node:path';
import { profileFolder } from '../../../base/files/profile-folder.ts';
import type { Command } from '../../command.ts';

export const prompts: Command = {
  name: 'prompts',
  summary: 'Write the standard prompts to files for editing, for run --prompts or all tasks.',
  usage: 'prompts [DIR]',
  options: {},
  positionals: [0, 1],
  async run({ variables }, args) {
    // With it come the agents, which few commands need.
    const { writePrompts } = await import('../../../agents/prompts/files.ts');
    const folder = path.resolve(args.at(0) || path.join(profileFolder(variables), 'prompts'));
    const written = await writePrompts(folder);
    const message = written.length === 0 ? `All of them are in ${folder} already.` : written.join('\n');
    return { data: { folder, written }, text: message };
  },
};
