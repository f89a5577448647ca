import { lstat, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { readInside } from '../../base/files/ordinary-file.ts';
import { promptNames, standardPrompts, type Prompts } from './system.ts';

/** Maximum characters of a prompt, and bytes of its file; a longer one is invalid. */
const most = 100_000;
const mostBytes = 4 * most;

/**
 * The prompts of a folder: `HostAgent.md`, `AppAgent.md`, `ComputerAgent.md`; those without a file are omitted. The
 * folder may come from a stranger, and models receive its content: links are not followed.
 * @throws AppError `file_error` for one that cannot be read, `invalid_parameter` for an empty or invalid one
 */
export async function readPrompts(folder: string): Promise<Partial<Prompts>> {
  const read = promptNames.map(async (name) => {
    const file = path.join(folder, `${name}.md`);
    const isThere = await lstat(file).then(
      () => true,
      (error: unknown) => codeOf(error) !== 'ENOENT',
    );
    if (!isThere) return [];
    const bytes = await readInside(folder, `${name}.md`, mostBytes);
    if (bytes === null) throw unreadable(file);
    const text = bytes.toString('utf8');
    if (text.trim() !== '' && text.length <= most) return [[name, text.trim()] as const];
    throw new AppError(
      'invalid_parameter',
      `${file} is no prompt: it is ${text.length > most ? 'too long' : 'empty'}.`,
      {
        hint: 'Delete it to restore the default.',
      },
    );
  });
  return Object.fromEntries((await Promise.all(read)).flat());
}

/**
 * Writes the standard prompts into a folder, which is created, and never over an existing file.
 * @returns the files that were written
 * @throws AppError `file_error`
 */
export async function writePrompts(folder: string): Promise<readonly string[]> {
  const written: string[] = [];
  try {
    await mkdir(folder, { recursive: true });
    for (const name of promptNames) {
      const file = path.join(folder, `${name}.md`);
      const isNew = await writeFile(file, `${standardPrompts[name]}\n`, { flag: 'wx' }).then(
        () => true,
        (error: unknown) => {
          if (codeOf(error) === 'EEXIST') return false;
          throw error;
        },
      );
      if (isNew) written.push(file);
    }
  } catch (cause) {
    throw new AppError('file_error', `${folder} cannot be written: ${String(cause)}`, { cause });
  }
  return written;
}

function unreadable(file: string): AppError {
  return new AppError('file_error', `${file} is not a prompt: expected a regular file of at most ${mostBytes} bytes.`, {
    hint: 'Links are not followed: put the file itself there, or delete it to have the standard one.',
  });
}

/** Of Node's errors. */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
