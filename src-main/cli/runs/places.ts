import path from 'node:path';
import { profileFolder } from '../../base/profile-folder.ts';
import type { Args } from '../args.ts';
import type { Context } from '../command.ts';

/** Where the runs are: those of the app, unless told. */
export function runsFolder({ variables }: Context, args: Args): string {
  const chosen = args.text('from');
  return chosen === undefined ? path.join(profileFolder(variables), 'runs') : path.resolve(chosen);
}

/** Where a run is: `run` is a name of the list, or a path. */
export function placeOf(context: Context, args: Args, run: string): string {
  return placeIn(runsFolder(context, args), run);
}

/** The same, in a folder of runs. */
export function placeIn(folder: string, run: string): string {
  const named = path.basename(run) === run && !run.endsWith('.zip');
  return named && run !== '.' && run !== '..' ? path.join(folder, run) : path.resolve(run);
}
