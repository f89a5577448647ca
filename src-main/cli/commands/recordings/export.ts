import { exporterOf, exporters, exportWith } from '../../../recorder/exporters/list.ts';
import { writeExportFolder } from '../../../recorder/saving/export-files.ts';
import { loadExporter } from '../../../recorder/saving/format-module.ts';
import { readRecording } from '../../../recorder/saving/files.ts';
import type { Command } from '../../command.ts';
import { writeResult } from '../../files.ts';
import { UsageError } from '../../args.ts';

const formats = exporters.map(({ id }) => id);

export const exportCommand: Command = {
  name: 'export',
  summary: 'Export a recording as a script.',
  usage: `export FILE.json --to ${formats.join('|')} | --with MODULE.mjs [-o OUT]`,
  options: {
    to: {
      type: 'string',
      value: 'FORMAT',
      help: exporters.map(({ id, label }) => `${id} (${label})`).join(', ') + '.',
    },
    with: { type: 'string', value: 'MODULE.mjs', help: 'A format of your own: a module that exports `step`.' },
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
    const module = args.text('with');
    if ((format === undefined) === (module === undefined)) throw new UsageError('Give either --to or --with.');
    const recording = await readRecording(args.at(0));
    const output = args.text('output');
    const exporter = module === undefined ? exporterOf(format ?? '') : loadExporter(module);
    if (exporter.folder && output !== undefined) {
      const files = await writeExportFolder(exporter, recording, output);
      return {
        data: { format: exporter.id, folder: output, files },
        text: `Saved ${files.join(' and ')} in ${output}.`,
      };
    }
    const script = exportWith(exporter, recording);
    if (output === undefined) return { data: { format: exporter.id, ...script }, text: script.text };
    await writeResult(output, script.text);
    return { data: { format: exporter.id, file: output, lines: script.lines }, text: `Saved ${output}.` };
  },
};
