import { exporters, exportRecording } from '../../recorder/exporters/list.ts';
import { readRecording } from '../../recorder/files.ts';
import type { Command } from '../command.ts';
import { writeResult } from '../files.ts';
import { UsageError } from '../usage-error.ts';

const formats = exporters.map(({ id }) => id);

export const exportCommand: Command = {
  name: 'export',
  summary: 'Turn a recording into a script.',
  usage: `export FILE.json --to ${formats.join('|')} [-o OUT]`,
  options: {
    to: {
      type: 'string',
      value: 'FORMAT',
      help: exporters.map(({ id, label }) => `${id} (${label})`).join(', ') + '.',
    },
    output: { type: 'string', short: 'o', value: 'OUT', help: 'Where to save it; standard output where missing.' },
  },
  positionals: [1, 1],
  async run(_context, args) {
    const format = args.choice('to', formats);
    if (!format) throw new UsageError('--to is missing.');
    const script = exportRecording(await readRecording(args.at(0)), format);
    const output = args.text('output');
    if (output === undefined) return { data: { format, ...script }, text: script.text };
    await writeResult(output, script.text);
    return { data: { format, file: output, lines: script.lines }, text: `Saved ${output}.` };
  },
};
