import { lstatSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { registryText } from './registry.ts';

/** What `CreateProcess` runs as a program of its own. */
const extensions = ['.exe', '.com'];
/** What it hands to `cmd.exe`, whose rules for quotes are others: https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-createprocessw#security-remarks */
const scripts = ['.bat', '.cmd'];
/** https://learn.microsoft.com/windows/win32/shell/app-registration */
const appPaths = 'Software\\Microsoft\\Windows\\CurrentVersion\\App Paths';

export interface Places {
  /** Folders where programs are looked for by name. */
  readonly folders: readonly string[];
  readonly exists: (file: string) => boolean;
  /** Where an installed app says its program is. */
  readonly registered: (name: string) => string | null;
}

/**
 * The whole path of a program, by path, by name on `PATH`, or by the name an app is installed under. Never in the current
 * folder, where anybody may have put something.
 * @throws AppError `not_found`, and `invalid_parameter` for a script
 */
export function findProgram(command: string, places: Places = thisMachine()): string {
  const { dir, base } = path.win32.parse(command);
  if (scripts.includes(path.win32.extname(base).toLowerCase())) throw noScripts(command);
  const names = withExtensions(base);
  const folders = dir === '' ? places.folders : [path.win32.resolve(dir)];
  const files = folders.flatMap((folder) => names.map((name) => path.win32.join(folder, name)));
  const found = files.find((file) => places.exists(file)) ?? (dir === '' ? named(names, places) : undefined);
  if (found !== undefined) return found;
  throw new AppError('not_found', `${quoted(command)} could not be started: there is no such program.`, {
    hint: 'Check the name, or give the whole path.',
    delivery: 'not_delivered',
  });
}

function named(names: readonly string[], places: Places): string | undefined {
  const registered = names.map((name) => places.registered(name)?.replaceAll('"', ''));
  return registered.find((file) => file !== undefined && file !== '' && places.exists(file));
}

function withExtensions(name: string): readonly string[] {
  if (name === '') return [];
  return extensions.includes(path.win32.extname(name).toLowerCase())
    ? [name]
    : extensions.map((extension) => name + extension);
}

function noScripts(command: string): AppError {
  return new AppError('invalid_parameter', `${quoted(command)} is a script, which is no program by itself.`, {
    hint: 'Start “cmd” with the arguments “/c” and the script.',
    delivery: 'not_delivered',
  });
}

function thisMachine(): Places {
  const folders = (process.env['PATH'] ?? '').split(';').filter((folder) => path.win32.isAbsolute(folder));
  const registered = (name: string) =>
    registryText('user', `${appPaths}\\${name}`) ?? registryText('machine', `${appPaths}\\${name}`);
  return { folders, exists, registered };
}

/** Not `existsSync`, which does not see the aliases of apps from the Store: those are links that lead to no file. */
function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === false;
}
