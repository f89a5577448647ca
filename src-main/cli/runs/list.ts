import type { RunInfo } from '#contract/model/runs/run';
import { Runs } from '../../runs/runs.ts';
import type { Args } from '../args.ts';
import type { Context, Outcome } from '../command.ts';
import { table } from '../output/output.ts';
import { runsFolder } from './places.ts';
import { lengthInWords, outcomeInWords } from './words.ts';

/** Every run of the app, the newest first. */
export async function listRuns(context: Context, args: Args): Promise<Outcome> {
  const folder = runsFolder(context, args);
  const { runs } = await new Runs({ folder, changed: () => undefined }).list();
  if (runs.length === 0) return { data: { folder, runs: [] }, text: `There are no runs in ${folder}.` };
  const header = ['RUN', 'STARTED', 'KIND', 'LENGTH', 'CALLS', 'OUTCOME', 'TITLE'];
  const rows = runs.map(row);
  return { data: { folder, runs }, text: table(header, rows, context.paint) };
}

function row({ id, started, kind, ended, calls, outcome, title }: RunInfo): string[] {
  return [
    id,
    new Date(started).toISOString(),
    kind ?? '',
    ended === null ? '' : lengthInWords(ended - started),
    String(calls),
    outcomeInWords(outcome),
    title,
  ];
}
