import { AppError } from '#contract/errors';
import { atomicWrite } from '../base/files/atomic-write.ts';

/** Writes a file where the user said, whole or not at all. @throws AppError `file_error` */
export async function writeText(file: string, text: string): Promise<void> {
  try {
    await atomicWrite(file, text);
  } catch (error) {
    throw new AppError('file_error', `${file} could not be written.`, { cause: error });
  }
}
