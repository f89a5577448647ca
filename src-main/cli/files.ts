import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { atomicWrite } from '../base/files/atomic-write.ts';
import { AppError } from '#contract/errors';

/** Finds out before work is done for it that a file cannot be written. @throws AppError `file_error` */
export async function checkWritable(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  try {
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw unwritable(file, error);
  }
  const known = await stat(file).catch(() => null);
  if (known?.isDirectory()) throw unwritable(file, new Error('it is a folder'));
}

/** Writes a result whole or not at all. @throws AppError `file_error` */
export async function writeResult(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await atomicWrite(file, content);
  } catch (error) {
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): AppError {
  const why = error instanceof Error ? error.message : String(error);
  return new AppError('file_error', `${file} cannot be written: ${why}.`, { cause: error });
}
