import { readFile, stat } from 'node:fs/promises';
import { printParseErrorCode, visit, type ParseError } from 'jsonc-parser';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import { AppError } from '#contract/errors';
import { ensureWithinBounds, mostSteps } from '../../base/text-bounds.ts';
import { whyNotWritten } from './why-not-written.ts';
import { quoted } from '#contract/foreign-text';
import { parseRecording, type Recording } from '#contract/model/recordings/recording';

/** @throws AppError `file_error`, `invalid_parameter` with the position of the JSON error */
export async function readRecording(path: string): Promise<Recording> {
  const value = parseJson(path, await readText(path));
  try {
    return withinSteps(parseRecording(value));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `${quoted(path)}: ${error.message}`, { hint: error.hint, cause: error });
  }
}

/** Limits the steps, since viewers process each one. @throws AppError `invalid_parameter` for too many */
export function withinSteps(recording: Recording): Recording {
  const { length } = recording.steps;
  if (length <= mostSteps) return recording;
  throw new AppError('invalid_parameter', `The recording has ${length} steps; up to ${mostSteps} are read.`);
}

/** Indented, for diffs. @throws AppError `file_error` */
export async function writeRecording(path: string, recording: Recording): Promise<void> {
  try {
    await atomicWrite(path, `${JSON.stringify(recording, null, 2)}\n`);
  } catch (error) {
    throw new AppError('file_error', `${path} could not be written: ${whyNotWritten(error)}.`, { cause: error });
  }
}

/** Maximum size of a file of steps, in bytes: a thousand steps with their pictures are smaller. */
const mostBytes = 32_000_000;

/**
 * A name may link to a device or a pipe, which a read never finishes; callers may name one directly.
 * @throws AppError `invalid_parameter` for a file that is too large, or no regular file
 */
export async function ensureReadable(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found) return;
  const isOther = !found.isFile() && !found.isDirectory() && !path.startsWith('/dev/');
  if (isOther) throw new AppError('invalid_parameter', `${quoted(path)} is not a regular file.`);
  if (found.size <= mostBytes) return;
  throw new AppError('invalid_parameter', `${quoted(path)} has more than ${mostBytes / 1e6} MB: it is no recording.`);
}

/** @throws AppError `file_error`, `invalid_parameter` for a file that is too large */
export async function readText(path: string): Promise<string> {
  await ensureReadable(path);
  try {
    // Without the byte order mark that Windows PowerShell and some editors write.
    const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
    ensureWithinBounds(text, path);
    return text;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('file_error', `${path} could not be read: ${reason(error)}.`, { cause: error });
  }
}

/** @throws AppError `invalid_parameter` with the position of the JSON error */
export function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { line, what } = firstFault(text);
    throw new AppError('invalid_parameter', `${quoted(path)} is not JSON${what}.`, {
      hint: 'Correct it there, or use another file.',
      data: { line },
      cause: error,
    });
  }
}

/** The position of the error, which not every Node version reports: `: comma expected at line 3, column 7`. */
function firstFault(text: string): { readonly line: number; readonly what: string } {
  const fault = faultIn(text);
  if (!fault) return { line: 1, what: '' };
  const before = text.slice(0, fault.offset).split('\n');
  const what = printParseErrorCode(fault.error).replace(/\B[A-Z]/g, (letter) => ` ${letter}`);
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { line: before.length, what: `: ${what.toLowerCase()} at line ${before.length}, column ${column}` };
}

/** Only the first: arbitrary text has an error for each character. */
function faultIn(text: string): ParseError | null {
  const found: ParseError[] = [];
  const stop = new Error('The first fault was found.');
  try {
    const onError = (error: ParseError['error'], offset: number, length: number) => {
      found.push({ error, offset, length });
      throw stop;
    };
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (error !== stop) throw error;
  }
  return found[0] ?? null;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
