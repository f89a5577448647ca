import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { atomicWrite } from '../../../../base/atomic-write.ts';
import { AppError } from '#contract/errors';
import { layout, type Layout } from './layout.ts';

/** Becomes the name of a file. */
export const layoutName = z
  .string()
  .regex(/^[a-z0-9][\w -]{0,63}$/i, 'expected up to 64 letters, digits, blanks, hyphens and underscores')
  .default('default')
  .describe('Name of the layout.');

/** Titles tell what a person works on: the file is readable by the user alone. @throws AppError `file_error` */
export async function writeLayout(profile: string | null, name: string, saved: Layout): Promise<void> {
  const folder = folderOf(profile);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await atomicWrite(fileOf(folder, name), `${JSON.stringify(saved, null, 2)}\n`, 0o600);
  } catch (cause) {
    throw new AppError('file_error', `The layout “${name}” could not be written to ${folder}.`, { cause });
  }
}

/** @throws AppError `not_found` naming the layouts there are, `file_error` */
export async function readLayout(profile: string | null, name: string): Promise<Layout> {
  const folder = folderOf(profile);
  const file = fileOf(folder, name);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new AppError('file_error', `${file} could not be read.`, { cause: error });
  });
  if (text === null) throw await noLayout(folder, name);
  try {
    return layout.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('file_error', `${file} is no layout.`, { hint: 'Delete it and save the layout anew.', cause });
  }
}

async function noLayout(folder: string, name: string): Promise<AppError> {
  const files = await readdir(folder).catch(() => []);
  const names = files.filter((file) => file.endsWith('.json')).map((file) => path.basename(file, '.json'));
  return new AppError('not_found', `There is no layout “${name}”.`, {
    hint: names.length > 0 ? `There are ${names.join(', ')}.` : 'Save one with save_window_layout.',
    delivery: 'not_delivered',
  });
}

function folderOf(profile: string | null): string {
  if (profile !== null) return path.join(profile, 'window-layouts');
  throw new AppError('file_error', 'There is no profile folder to keep layouts in.', {
    hint: 'Use the app or the command line.',
  });
}

function fileOf(folder: string, name: string): string {
  return path.join(folder, `${name}.json`);
}
