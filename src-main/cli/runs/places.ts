import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { oneLine, quoted } from '#contract/foreign-text';
import type { RunInfo } from '#contract/model/runs/run';
import { profileFolder } from '../../base/files/profile-folder.ts';
import { Runs } from '../../runs/runs.ts';
import type { Args } from '../args.ts';
import type { Context } from '../command.ts';

/** Where the runs are: those of the app, unless told. */
export function runsFolder({ variables }: Context, args: Args): string {
  const chosen = args.text('from');
  return chosen === undefined ? path.join(profileFolder(variables), 'runs') : path.resolve(chosen);
}

/** Where the run is that a person names. @throws as {@link findRun} */
export function placeOf(context: Context, args: Args, run: string): Promise<string> {
  return findRun(runsFolder(context, args), run);
}

/**
 * Where a run is: `wanted` is a name of the list, a path, or what begins only one name of the list or stands in only one title.
 * @throws AppError `not_found`, `multiple_matches`
 */
export async function findRun(folder: string, wanted: string): Promise<string> {
  const isName = path.basename(wanted) === wanted && wanted !== '.' && wanted !== '..';
  if (!isName) return path.resolve(wanted);
  for (const place of [path.join(folder, wanted), path.resolve(wanted)]) if (existsSync(place)) return place;
  const { runs } = await new Runs({ folder, changed: () => undefined }).list();
  const [found, second] = fitting(runs, wanted);
  if (!found) {
    throw new AppError('not_found', `There is no run ${quoted(wanted)} in ${folder}, nor a file of that name.`, {
      hint: '`deskscope runs list` shows those there are; --from names another folder.',
    });
  }
  if (second) {
    const several = fitting(runs, wanted).slice(0, 5);
    throw new AppError('multiple_matches', `${quoted(wanted)} matches several runs.`, {
      hint: `Name one of them: ${several.map(({ id, title }) => `${id} (${oneLine(title)})`).join(', ')}.`,
    });
  }
  return path.join(folder, found.id);
}

/** By the title whole, else by the beginning of the name, else by a part of the title. */
function fitting(runs: readonly RunInfo[], wanted: string): readonly RunInfo[] {
  const text = wanted.toLowerCase();
  const ways: readonly ((run: RunInfo) => boolean)[] = [
    ({ title }) => title.toLowerCase() === text,
    ({ id }) => id.toLowerCase().startsWith(text),
    ({ title }) => title.toLowerCase().includes(text),
  ];
  return ways.map((fits) => runs.filter(fits)).find((found) => found.length > 0) ?? [];
}
