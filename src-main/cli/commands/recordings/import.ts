import { importRecording } from '../../../recorder/saving/import-recording.ts';
import { importWith } from '../../../recorder/saving/format-module.ts';
import { writeRecording } from '../../../recorder/saving/files.ts';
import type { Command } from '../../command.ts';
import { checkWritable } from '../../files.ts';
import { oneLine } from '#contract/foreign-text';

export const importCommand: Command = {
  name: 'import',
  summary: 'Import a recording from MCPToolCall JSON, a UFO run, Open Record/Replay or Windows’ Steps Recorder.',
  usage: 'import FILE -o RECORDING.json [--with MODULE.mjs]',
  options: {
    output: { type: 'string', short: 'o', value: 'RECORDING.json', help: 'Where to save the recording.' },
    with: { type: 'string', value: 'MODULE.mjs', help: 'A format of your own: a module that exports `read`.' },
  },
  positionals: [1, 1],
  async run({ streams }, args) {
    const output = args.required('output', '-o RECORDING.json');
    await checkWritable(output);
    const [module, now] = [args.text('with'), new Date().toISOString()];
    const { recording, notes } =
      module === undefined ? await importRecording(args.at(0), now) : await importWith(module, args.at(0), now);
    await writeRecording(output, recording);
    for (const note of notes) streams.err.write(`${oneLine(note)}\n`);
    const { length } = recording.steps;
    const text = `Saved ${length === 1 ? '1 step' : `${length} steps`} to ${output}.`;
    return { data: { file: output, steps: length, leftOut: notes }, text };
  },
};
