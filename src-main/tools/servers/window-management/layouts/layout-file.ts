import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { isDeviceName } from '../../../../base/files/file-name.ts';
import type { KeptFiles } from '../../../session/kept-files.ts';
import { layout, type Layout } from './layout.ts';

const folder = 'window-layouts';

/** Becomes the name of a file. */
export const layoutName = z
  .string()
  .regex(/^[a-z0-9][\w -]{0,63}$/i, 'expected up to 64 letters, digits, blanks, hyphens and underscores')
  .refine((name) => !isDeviceName(name), 'expected no name that means a device on Windows')
  .default('default')
  .describe('Name of the layout.');

/** @throws AppError `file_error` */
export function writeLayout(files: KeptFiles, name: string, saved: Layout): Promise<void> {
  return files.write(folder, name, `${JSON.stringify(saved, null, 2)}\n`);
}

/** @throws AppError `not_found` naming the layouts there are, `file_error` */
export async function readLayout(files: KeptFiles, name: string): Promise<Layout> {
  const text = await files.read(folder, name);
  if (text === null) throw noLayout(name, await files.names(folder));
  try {
    return layout.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('file_error', `The layout ${quoted(name)} cannot be read: its file holds something else.`, {
      hint: 'Save it again, which replaces the file.',
      delivery: 'not_delivered',
      cause,
    });
  }
}

function noLayout(name: string, names: readonly string[]): AppError {
  return new AppError('not_found', `There is no layout ${quoted(name)}.`, {
    hint: names.length > 0 ? `There are ${names.join(', ')}.` : 'Save one with save_window_layout.',
    delivery: 'not_delivered',
  });
}
