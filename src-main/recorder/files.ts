import { readFile } from 'node:fs/promises';
import { atomicWrite } from '../base/atomic-write.ts';
import { AppError } from '#contract/errors';
import { parseRecording, type Recording } from '#contract/model/recording';

/** @throws AppError `file_error`, `invalid_parameter` */
export async function readRecording(path: string): Promise<Recording> {
  return parseRecording(parseJson(path, await readText(path)));
}

/** Pretty, for diffs. @throws AppError `file_error` */
export async function writeRecording(path: string, recording: Recording): Promise<void> {
  try {
    await atomicWrite(path, `${JSON.stringify(recording, null, 2)}\n`);
  } catch (error) {
    throw new AppError('file_error', `${path} could not be written: ${reason(error)}.`, { cause: error });
  }
}

async function readText(path: string): Promise<string> {
  try {
    // Without the byte order mark that Windows PowerShell and some editors put before UTF-8.
    return (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  } catch (error) {
    throw new AppError('file_error', `${path} could not be read: ${reason(error)}.`, { cause: error });
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid_parameter', `${path} is not JSON: ${reason(error)}.`, { cause: error });
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
