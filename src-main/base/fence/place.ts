import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';

/** A place in an allowed folder. */
export interface Place {
  /** The folder, as it was allowed. */
  readonly root: string;
  /** The way from there, a name each; empty for the folder itself. */
  readonly names: readonly string[];
}

/**
 * Where in which of the folders a path is, by its words alone: nothing is looked up. Of two folders that hold it, the inner.
 * @throws AppError `invalid_parameter` for a path that is not whole and plain, `permission_denied` for one in none of them
 */
export function placeIn(folders: readonly string[], wanted: string, system: NodeJS.Platform = process.platform): Place {
  const { sep } = system === 'win32' ? path.win32 : path.posix;
  const names = namesOf(wanted, system);
  const [inner] = folders
    .map((root) => ({ root, above: namesOf(root, system) }))
    .filter(({ above }) => above.every((name, index) => isSame(name, names[index], system)))
    .sort((a, b) => b.above.length - a.above.length);
  if (inner) return { root: inner.root, names: names.slice(inner.above.length) };
  throw new AppError('permission_denied', `${quoted(wanted)} is in no folder that the user allowed.`, {
    hint:
      folders.length === 0
        ? 'The user allowed none: “Folders agents may use” in the settings, or --allow-folder, name some.'
        : `The user allowed ${folders.map((folder) => quoted(folder + (folder.endsWith(sep) ? '' : sep))).join(', ')}.`,
    delivery: 'not_delivered',
  });
}

/** The names on the way from the root of the file system. */
function namesOf(wanted: string, system: NodeJS.Platform): readonly string[] {
  const windows = system === 'win32';
  const [drive = '', ...rest] = wanted.split(windows ? /[\\/]+/ : /\/+/);
  if (windows ? !/^[A-Za-z]:$/.test(drive) || rest.length === 0 : !wanted.startsWith('/')) {
    throw wrong(wanted, `give it whole, from ${windows ? 'its drive, such as C:\\Users' : 'the root, such as /home'}`);
  }
  const names = rest.filter((name) => name !== '');
  // Windows leaves out dots and spaces at the end of a name; what follows a colon there is another stream of a file.
  const odd = names.find(
    (name) =>
      /^\.\.?$/.test(name) || name.includes('\0') || (windows && (/[. ]$|[:*?"<>|]/.test(name) || isDevice(name))),
  );
  if (odd !== undefined) throw wrong(wanted, `it has a part that means something else, ${quoted(odd)}`);
  return windows ? [drive, ...names] : names;
}

/**
 * In any folder and with any ending, these are a printer, a port or the console:
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions
 */
function isDevice(name: string): boolean {
  return /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i.test(name);
}

function isSame(name: string, other: string | undefined, system: NodeJS.Platform): boolean {
  return system === 'win32' ? name.toLowerCase() === other?.toLowerCase() : name === other;
}

function wrong(wanted: string, why: string): AppError {
  return new AppError('invalid_parameter', `The path ${quoted(wanted)} cannot be used: ${why}.`, {
    hint: 'Use whole paths without “.” and “..”.',
    delivery: 'not_delivered',
  });
}
