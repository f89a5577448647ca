import type { Args } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { diffRuns } from '../../runs/diff.ts';
import { exportNames, exportRun } from '../../runs/export.ts';
import { importRun } from '../../runs/import.ts';
import { listRuns } from '../../runs/list.ts';
import { showRun } from '../../runs/show.ts';
import { UsageError } from '../../usage-error.ts';

interface Verb {
  /** How many words come after it. */
  readonly words: number;
  run(context: Context, args: Args): Promise<Outcome>;
}

const verbs: Readonly<Record<string, Verb>> = {
  list: { words: 0, run: listRuns },
  show: { words: 1, run: showRun },
  export: { words: 1, run: exportRun },
  diff: { words: 2, run: diffRuns },
  import: { words: 1, run: importRun },
};

export const runs: Command = {
  name: 'runs',
  summary: 'List, show, compare, export and import runs. RUN is a name or its beginning, a title, a folder or a zip.',
  usage:
    'runs list | show RUN [--step N | --calls] | export RUN [--to FORMAT] -o FILE | import PATH [-o FILE.zip] | diff RUN RUN|RECORDING.json [--from DIR]',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', help: 'Output of export and import; for import a zip.' },
    to: {
      type: 'string',
      value: 'FORMAT',
      help: `Export format: ${exportNames.join(', ')}. A zip has everything, html is one self-contained page, a recording can be replayed.`,
    },
    content: { type: 'boolean', help: 'For otlp, include model and tool content.' },
    send: { type: 'string', value: 'URL', help: 'Send otlp to this collector instead of saving it.' },
    unencrypted: { type: 'boolean', help: 'Allow http:// to another machine.' },
    from: { type: 'string', value: 'DIR', help: 'Folder of the runs; default: the app’s.' },
    step: { type: 'string', value: 'N', help: 'One agent step in full: prompt, answer, actions.' },
    calls: { type: 'boolean', help: 'Show calls instead of agents’ steps.' },
  },
  positionals: [1, 3],
  async run(context, args) {
    const verb = Object.hasOwn(verbs, args.at(0)) ? verbs[args.at(0)] : undefined;
    const given = [1, 2].filter((place) => args.at(place) !== '').length;
    if (verb?.words !== given) throw new UsageError('Name an action and a run.');
    return verb.run(context, args);
  },
};
