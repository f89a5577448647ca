import type { Args } from '../args.ts';
import type { Command, Context, Outcome } from '../command.ts';
import { diffRuns } from '../runs/diff.ts';
import { exportNames, exportRun } from '../runs/export.ts';
import { importRun } from '../runs/import.ts';
import { listRuns } from '../runs/list.ts';
import { showRun } from '../runs/show.ts';
import { UsageError } from '../usage-error.ts';

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
  summary:
    'List, show, compare, export and take over runs; RUN is a name from the list or the beginning of one, a title, a folder or a zip.',
  usage:
    'runs list | show RUN [--step N | --calls] | export RUN [--to FORMAT] -o FILE | import PATH [-o FILE.zip] | diff RUN RUN|RECORDING.json [--from DIR]',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', help: 'Where export and import save it; import a zip.' },
    to: {
      type: 'string',
      value: 'FORMAT',
      help: `What export makes: ${exportNames.join(', ')}. A zip has everything; html is one page that needs nothing else, a recording can be replayed.`,
    },
    content: { type: 'boolean', help: 'In otlp, also what models and tools were told and answered.' },
    send: { type: 'string', value: 'URL', help: 'Send it as otlp to this collector instead of saving it.' },
    unencrypted: { type: 'boolean', help: 'Send also by http:// to another machine.' },
    from: { type: 'string', value: 'DIR', help: 'Where the runs are; those of the app by default.' },
    step: { type: 'string', value: 'N', help: 'One step of the agents, whole: prompt, answer, acts.' },
    calls: { type: 'boolean', help: 'The calls of an agents’ run in place of its steps.' },
  },
  positionals: [1, 3],
  async run(context, args) {
    const verb = Object.hasOwn(verbs, args.at(0)) ? verbs[args.at(0)] : undefined;
    const given = [1, 2].filter((place) => args.at(place) !== '').length;
    if (verb?.words !== given) throw new UsageError('Say what to do with which run.');
    return verb.run(context, args);
  },
};
