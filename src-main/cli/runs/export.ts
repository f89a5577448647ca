import { Runs } from '../../runs/runs.ts';
import type { Args } from '../args.ts';
import type { Context, Outcome } from '../command.ts';
import { checkWritable } from '../files.ts';
import { placeOf, runsFolder } from './places.ts';

/** Packs a run into a zip. */
export async function exportRun(context: Context, args: Args): Promise<Outcome> {
  const file = args.required('output');
  await checkWritable(file);
  const runs = new Runs({ folder: runsFolder(context, args), changed: () => undefined });
  const { id, calls } = await runs.add(placeOf(context, args, args.at(1)));
  await runs.export(id, file);
  await runs.close();
  return { data: { file, calls }, text: `Saved ${file}.` };
}
