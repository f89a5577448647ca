import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { promptNames, standardPrompts, type Prompts } from './system.ts';

/** Characters of a prompt; a longer file is none. */
const most = 100_000;

/**
 * The prompts of a folder: `HostAgent.md`, `AppAgent.md`, `ComputerAgent.md`. What has no file there is not in the answer.
 * @throws AppError `file_error` for one that cannot be read, `invalid_parameter` for one that is empty or none
 */
export async function readPrompts(folder: string): Promise<Partial<Prompts>> {
  const read = promptNames.map(async (name) => {
    const file = path.join(folder, `${name}.md`);
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      if (codeOf(cause) === 'ENOENT') return null;
      throw new AppError('file_error', `${file} cannot be read: ${String(cause)}`, { cause });
    });
    if (text === null) return [];
    if (text.trim() !== '' && text.length <= most) return [[name, text.trim()] as const];
    throw new AppError(
      'invalid_parameter',
      `${file} is no prompt: it is ${text.length > most ? 'too long' : 'empty'}.`,
      {
        hint: 'Delete it to have the standard one.',
      },
    );
  });
  return Object.fromEntries((await Promise.all(read)).flat());
}

/**
 * Writes the standard prompts into a folder, which is made, and never over a file that is there.
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

/** Of Node's errors. */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
