import { constants } from 'node:fs';
import { access, copyFile, mkdir, readFile, readlink, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import { SyntaxProblem } from './formats/format.ts';

export interface FileChange {
  readonly changed: boolean;
  /** Where the old file was kept; null if there was none, or nothing was changed. */
  readonly backup: string | null;
  /** Others than the user can read the file. */
  readonly open: boolean;
}

/** The text of a settings file; empty if there is none. @throws AppError `file_error` */
export async function readText(file: string): Promise<string> {
  try {
    // Reading a pipe or a device would block for ever.
    if (!(await stat(file)).isFile()) throw notSettings(file);
    return utf8.decode(await readFile(file));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error instanceof AppError ? error : unusable(file, 'read', error);
  }
}

function notSettings(file: string): AppError {
  return new AppError('file_error', `${file} is a folder, pipe or device instead of a file.`, {
    hint: 'Move it away and try again.',
  });
}

/** Invalid UTF-8 is refused: it would not be written back unchanged. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Changes another program's settings file: the old one is kept beside it, the new one replaces it whole, with the same
 * mode. A link is followed. Starts again if the program writes the file meanwhile.
 * @param change the new text of an old one; may throw SyntaxProblem
 * @throws AppError `file_error`, `busy`
 */
export async function changeFile(file: string, change: (text: string) => string): Promise<FileChange> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = await readText(file);
    const after = inFile(file, () => change(before));
    const known = await stat(file).catch(() => null);
    const open = known !== null && (known.mode & 0o044) !== 0 && process.platform !== 'win32';
    if (after === before) return { changed: false, backup: null, open };
    try {
      const target = known ? await realpath(file) : await linkedFrom(file);
      if (known && ((known.mode & 0o200) === 0 || !(await isWritable(target)))) throw readOnly(file, target);
      if (target === file && !known) await mkdir(path.dirname(file), { recursive: true });
      const backup = known ? await keep(target) : null;
      if ((await readText(file)) !== before) {
        if (backup) await rm(backup);
        continue;
      }
      // A new one holds a token from its first byte on.
      await atomicWrite(target, after, known ? known.mode & 0o777 : 0o600);
      return { changed: true, backup, open };
    } catch (error) {
      throw error instanceof AppError ? error : unusable(file, 'written', error);
    }
  }
  throw new AppError('busy', `${file} is being written by its own program.`, {
    hint: 'Close that program and try again.',
  });
}

/** The file that a link means which is not there yet; `file` itself where it is not a link. */
async function linkedFrom(file: string): Promise<string> {
  let at = file;
  // As many as Linux follows.
  for (let links = 0; links < 40; links++) {
    const next = await readlink(at).catch(() => null);
    if (next === null) return at;
    at = path.resolve(await realpath(path.dirname(at)), next);
  }
  return at;
}

async function isWritable(file: string): Promise<boolean> {
  return access(file, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** A new file in its place would override the deliberate protection. */
function readOnly(file: string, target: string): AppError {
  const which = target === file ? file : `${file} (a link to ${target})`;
  return new AppError('file_error', `${which} is read-only.`, {
    hint: 'Make it writable and try again, or add the entry where the file is made: `deskscope connect CLIENT` prints it.',
  });
}

/** Runs a parser of a file's text, and adds the location to syntax errors. @throws AppError `file_error` */
export function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    throw new AppError('file_error', `${file} cannot be read: line ${error.line}: ${error.message}.`, {
      hint: `Correct line ${error.line} and try again: nothing was changed.`,
      data: { file, line: error.line },
      cause: error,
    });
  }
}

/** Beside it, with the same mode: it may hold secrets too. */
async function keep(file: string): Promise<string> {
  const time = new Date().toISOString().replace(/[-:]/g, '').replace('.', '-');
  for (let more = ''; ; more += '+') {
    const backup = `${file}.bak-deskscope-${time}${more}`;
    try {
      await copyFile(file, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

function unusable(file: string, done: 'read' | 'written', error: unknown): AppError {
  const why = codeOf(error) ?? (error instanceof Error ? error.message : String(error));
  return new AppError('file_error', `${file} cannot be ${done}: ${why}.`, { cause: error });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}
