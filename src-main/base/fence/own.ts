import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { HeldFolder } from './folder.ts';

/**
 * What says what agents may do is no file for them, in whatever folder it is: who reads it has the tokens, and who writes it
 * allows itself the rest. Nor is a folder with it in, which could be moved away.
 * @param own paths of files and folders; what is not there yet counts too
 * @param isNamed whether a file is one of them by its name alone
 * @param name in the held folder; where it is missing, the folder itself is meant
 * @throws AppError `permission_denied`
 */
export async function refuseOwn(
  { own, isNamed }: { readonly own: readonly string[]; readonly isNamed: (file: string) => boolean },
  held: HeldFolder,
  shown: string,
  name?: string,
): Promise<void> {
  const place = await realPlace(held, name);
  if (name !== undefined && isNamed(place)) throw refusedOwn(shown);
  for (const kept of await Promise.all(own.map(realPath))) {
    if (!holds(kept, place) && (name === undefined || !holds(place, kept))) continue;
    throw refusedOwn(shown);
  }
}

export function refusedOwn(shown: string): AppError {
  return new AppError('permission_denied', `${quoted(shown)} belongs to Deskscope, or holds what does.`, {
    hint: 'Settings, permissions, tokens and what programs run at their start are the user’s alone: ask the user.',
    delivery: 'not_delivered',
  });
}

async function realPlace(held: HeldFolder, name: string | undefined): Promise<string> {
  const folder = await realpath(held.pathOf('.'));
  if (name === undefined) return folder;
  // Windows has two names for one file.
  return realpath(held.pathOf(name)).catch(() => path.join(folder, name));
}

async function realPath(wanted: string): Promise<string> {
  const whole = path.resolve(wanted);
  const above = path.dirname(whole);
  return realpath(whole).catch(async () =>
    above === whole ? whole : path.join(await realPath(above), path.basename(whole)),
  );
}

function holds(folder: string, place: string): boolean {
  const way = path.relative(folder, place);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
