import path from 'node:path';
import { profileFolder } from '../../base/profile-folder.ts';
import { oneLine } from '#contract/foreign-text';
import type { RunInfo } from '#contract/model/run';
import type { CallSummary } from '#contract/model/trace';
import { Runs } from '../../runs/runs.ts';
import { openTrace } from '../../runs/trace-reader.ts';
import type { Args } from '../args.ts';
import type { Command, Context, Outcome } from '../command.ts';
import { checkWritable } from '../files.ts';
import { table } from '../output.ts';
import { UsageError } from '../usage-error.ts';

export const runs: Command = {
  name: 'runs',
  summary: 'List, show and export what was traced; RUN is a name from the list, a folder or a zip.',
  usage: 'runs list | show RUN | export RUN -o FILE.zip  [--from DIR]',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE.zip', help: 'Where export saves the zip.' },
    from: { type: 'string', value: 'DIR', help: 'Where the runs are; those of the app where missing.' },
  },
  positionals: [1, 2],
  async run(context, args) {
    const verb = args.at(0);
    if (verb === 'list' && args.at(1) === '') return list(context, args);
    if (verb === 'show' && args.at(1) !== '') return show(context, args);
    if (verb === 'export' && args.at(1) !== '') return exportRun(context, args);
    throw new UsageError('Say what to do with which run.');
  },
};

async function list(context: Context, args: Args): Promise<Outcome> {
  const folder = runsFolder(context, args);
  const { runs: found } = await new Runs({ folder, changed: () => undefined }).list();
  if (found.length === 0) return { data: { folder, runs: [] }, text: `There are no runs in ${folder}.` };
  const row = ({ id, title, started, calls }: RunInfo) => [id, new Date(started).toISOString(), String(calls), title];
  const text = table(['RUN', 'STARTED', 'CALLS', 'TITLE'], found.map(row), context.paint);
  return { data: { folder, runs: found }, text };
}

async function show(context: Context, args: Args): Promise<Outcome> {
  const trace = await openTrace(placeOf(context, args));
  try {
    const { about, calls, damaged, complete } = trace;
    const rows = calls.map((call) => row(call, context));
    const text = [
      `${about.title}  ${context.paint('dim', about.started)}`,
      table(['CALL', 'STATUS', 'TIME', 'TOOL', 'CALLER', 'TARGET'], rows, context.paint),
      ...(complete ? [] : ['It was not closed: Deskscope still writes it, or ended in the middle of it.']),
      ...(damaged === 0 ? [] : [`${damaged} of its lines cannot be read.`]),
    ].join('\n');
    return { data: { ...about, complete, damaged, calls }, text };
  } finally {
    await trace.close();
  }
}

async function exportRun(context: Context, args: Args): Promise<Outcome> {
  const file = args.required('output');
  await checkWritable(file);
  const place = placeOf(context, args);
  const all = new Runs({ folder: runsFolder(context, args), changed: () => undefined });
  const { id, calls } = await all.add(place);
  await all.export(id, file);
  await all.close();
  return { data: { file, calls }, text: `Saved ${file}.` };
}

function row({ call, status, elapsedMs, tool, caller, target, error }: CallSummary, { paint }: Context): string[] {
  const good = status === 'ok' || status === 'running';
  const said = error ? `${status}: ${error}` : status;
  const took = status === 'running' ? '' : `${Math.round(elapsedMs)} ms`;
  return [String(call), good ? said : paint('red', said), took, tool, caller.name, oneLine(target)];
}

/** A name of the list, or a path. */
function placeOf(context: Context, args: Args): string {
  const run = args.at(1);
  const named = path.basename(run) === run && !run.endsWith('.zip');
  return named && run !== '.' && run !== '..' ? path.join(runsFolder(context, args), run) : path.resolve(run);
}

function runsFolder({ variables }: Context, args: Args): string {
  const chosen = args.text('from');
  return chosen === undefined ? path.join(profileFolder(variables), 'runs') : path.resolve(chosen);
}
