import { exporterOf, exporters, exportRecording } from '../../../recorder/exporters/list.ts';
import { writeExportFolder } from '../../../recorder/saving/export-files.ts';
import { readRecording } from '../../../recorder/saving/files.ts';
import type { Command } from '../../command.ts';
import { writeResult } from '../../files.ts';
import { UsageError } from '../../args.ts';

const formats = exporters.map(({ id }) => id);

export const exportCommand: Command = {
  name: 'export',
  summary: 'Export a recording as a script.',
  usage: `export FILE.json --to ${formats.join('|')} [-o OUT]`,
  options: {
    to: {
      type: 'string',
      value: 'FORMAT',
      help: exporters.map(({ id, label }) => `${id} (${label})`).join(', ') + '.',
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'OUT',
      help: 'Output file; default: standard output. For a skill or Markdown with pictures, a folder; its name is the skill’s name.',
    },
  },
  positionals: [1, 1],
  async run(_context, args) {
    const format = args.choice('to', formats);
    if (!format) throw new UsageError('--to is missing.');
    const recording = await readRecording(args.at(0));
    const output = args.text('output');
    const exporter = exporterOf(format);
    if (exporter.folder && output !== undefined) {
      const files = await writeExportFolder(exporter, recording, output);
      return { data: { format, folder: output, files }, text: `Saved ${files.join(' and ')} in ${output}.` };
    }
    const script = exportRecording(recording, format);
    if (output === undefined) return { data: { format, ...script }, text: script.text };
    await writeResult(output, script.text);
    return { data: { format, file: output, lines: script.lines }, text: `Saved ${output}.` };
  },
};
